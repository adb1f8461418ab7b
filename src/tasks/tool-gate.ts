import type { Caller } from '../access/index.ts';
import type { Settings } from '../settings/index.ts';

/** Whether somebody may start a tool. */
export interface ToolGate {
  /** Not to be offered. A hidden tool is refused as well. */
  readonly hidden: boolean;
  /** Not to be started. */
  readonly disabled: boolean;
  /** Why not, for people. */
  readonly message: string | null;
}

/** Who asks, where. */
export interface GateVisitor {
  readonly caller: Pick<Caller, 'roles' | 'isAdmin'> | undefined;
  /** Slug of the organization; `undefined` where none is meant: then its rules are those of a tool that may be somewhere. */
  readonly organization: string | undefined;
}

type ToolSettings = Settings['processingPlatform']['tools'];

const OPEN: ToolGate = { hidden: false, disabled: false, message: null };

/** What the setting `ProcessingPlatform.Tools` says of a tool: hidden, then disabled, then roles, then organizations. */
export function gateOf(tools: ToolSettings, toolId: string, { caller, organization }: GateVisitor): ToolGate {
  const rules = Object.entries(tools).find(([id]) => isSame(id, toolId))?.[1];
  if (rules === undefined) return OPEN;
  const { availability = 'Enabled', disabledMessage, hideWhenNotAllowed = true } = rules;
  const closed = (hidden: boolean, message: string): ToolGate => ({
    hidden,
    disabled: true,
    message: disabledMessage ?? message,
  });
  if (availability !== 'Enabled') return closed(availability === 'Hidden', 'This tool is switched off here.');
  const { allowedRoles: roles = [], allowedOrgs: organizations = [] } = rules;
  const hasRole = roles.length === 0 || caller?.isAdmin === true || meet(roles, caller?.roles ?? []);
  if (!hasRole) return closed(hideWhenNotAllowed, 'This tool is for users of other roles.');
  const isPlace = organizations.length === 0 || organization === undefined || meet(organizations, [organization]);
  if (!isPlace) return closed(hideWhenNotAllowed, 'This tool is for datasets of other organizations.');
  return OPEN;
}

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

const meet = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((one) => others.some((other) => isSame(one, other)));
