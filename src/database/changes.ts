import pg from 'pg';

/** What may have changed: rights, the files of a dataset, or its build jobs. */
export type ChangeTopic = 'access' | 'files' | 'jobs';

type Listener = (topic: ChangeTopic | 'everything', group: string) => void;

/** Notices of what any process changed in the database, some milliseconds after its commit. */
export interface Changes {
  /** False while notices cannot arrive; nothing may be remembered then. */
  readonly arriving: boolean;
  subscribe(listener: Listener): void;
  /** Tells this process itself, before a notice can come back from the server. */
  announce(topic: ChangeTopic, group: string): void;
  close(): Promise<void>;
}

const CHANNEL = 'alidade';
/** Time between attempts to get a lost connection back. */
const RECONNECT_MS = 1000;
/** A connection that died without a word is found out by a question at this interval. */
const PING_MS = 5000;

/** @returns a function that ends it */
export type Listen = (channel: string, take: (payload: string) => void) => Promise<() => Promise<void>>;

/** Notices inside one process: they arrive with the answer to the statement that caused them. */
export async function listenEmbedded(listen: Listen): Promise<Changes> {
  const listeners: Listener[] = [];
  const unlisten = await listen(CHANNEL, (payload) => tell(listeners, ...read(payload)));
  return {
    arriving: true,
    subscribe: (listener) => void listeners.push(listener),
    announce: (topic, group) => tell(listeners, topic, group),
    close: () => unlisten(),
  };
}

/** Notices of a PostgreSQL server, over a connection of their own that comes back when it is lost. */
export async function listenServer(connectionString: string): Promise<Changes> {
  const listeners: Listener[] = [];
  let client: pg.Client | undefined;
  let listening = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const lost = (connection: pg.Client): void => {
    if (client !== connection) return;
    client = undefined;
    listening = false;
    connection.end().catch(() => undefined); // It is gone already.
    for (const listener of listeners) listener('everything', '');
    if (!closed) timer = setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS);
  };
  const ping = (connection: pg.Client): void => {
    timer = setTimeout(() => {
      connection.query('select 1').then(
        () => client === connection && !closed && ping(connection),
        () => lost(connection),
      );
    }, PING_MS);
  };
  const connect = async (): Promise<void> => {
    const connection = new pg.Client({ connectionString, connectionTimeoutMillis: PING_MS, query_timeout: PING_MS });
    client = connection;
    connection.on('error', () => lost(connection));
    connection.on('end', () => lost(connection));
    connection.on('notification', ({ payload = '' }) => tell(listeners, ...read(payload)));
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      listening = client === connection;
      ping(connection);
    } catch (cause) {
      lost(connection);
      throw cause;
    }
  };

  await connect();
  return {
    get arriving() {
      return listening;
    },
    subscribe: (listener) => void listeners.push(listener),
    announce: (topic, group) => tell(listeners, topic, group),
    async close() {
      closed = true;
      listening = false;
      clearTimeout(timer);
      const connection = client;
      client = undefined;
      await connection?.end();
    },
  };
}

function read(payload: string): [ChangeTopic, string] {
  const [topic, group = ''] = payload.split(' ');
  return [topic === 'files' || topic === 'jobs' ? topic : 'access', group];
}

function tell(listeners: readonly Listener[], topic: ChangeTopic, group: string): void {
  for (const listener of listeners) listener(topic, group);
}
