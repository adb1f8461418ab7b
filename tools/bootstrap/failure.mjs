/** A failure the person at the keyboard can act on: what happened, why, and what to do. Shown without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message what happened and why
   * @param {{ readonly advice?: string, readonly tail?: readonly string[], readonly log?: string }} [details]
   */
  constructor(message, { advice = '', tail = [], log = '' } = {}) {
    super(message);
    this.name = 'Failure';
    this.advice = advice;
    this.tail = tail;
    this.log = log;
  }

  /** The failure as lines for a terminal. @returns {string} */
  explain() {
    const parts = [];
    if (this.tail.length > 0) parts.push(...this.tail.map((line) => `    ${line}`), '');
    parts.push(`Failed: ${this.message}`);
    if (this.log) parts.push(`Full output: ${this.log}`);
    if (this.advice) parts.push(`What to do: ${this.advice}`);
    return parts.join('\n');
  }
}
