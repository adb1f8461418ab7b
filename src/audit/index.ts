export { recordAudit, THE_SERVICE, type Actor, type AuditAction, type AuditRecord } from './audit-log.ts';
export { forgetAudit, readAudit, type AuditLine, type AuditQuery } from './audit-reader.ts';
