/** The other end of a connection that memory is held for. */
export interface MemoryClient {
  /** Names the user, or the network of an anonymous caller. */
  readonly subject: string;
  readonly isAnonymous: boolean;
  /** Bytes that the connection has moved; undefined while it waits for the service and not for its client. */
  moved(): number | undefined;
  /** Ends the connection. */
  cutOff(): void;
}

/** Progress that a client makes at least: so many bytes in this time. */
export interface LeastProgress {
  readonly bytes: number;
  readonly ms: number;
}
