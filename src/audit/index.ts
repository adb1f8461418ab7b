export { recordAudit, THE_SERVICE, type Actor, type AuditAction, type AuditRecord } from './audit-log.ts';
