import type { SignInContext } from '../../access/index.ts';
import type { Database } from '../../database/index.ts';
import { failThrottled } from '../../errors/index.ts';
import type { Settings } from '../../settings/index.ts';
import { networkOf } from './client-address.ts';
import {
  clear,
  count,
  forgetEndedFailures,
  nameDigest,
  secondsUntilOpen,
  takeBack,
  takeOnce,
  type Counter,
} from './failure-counters.ts';
import { isKnownAddress, rememberAddress } from './known-addresses.ts';
import { createKnownDevices, type DeviceUser } from './known-devices.ts';
import { createProofOfWork, PROOF_SECONDS, type Solver } from './proof-of-work.ts';
import { createWrongPasswords } from './wrong-passwords.ts';

/** Who tries to sign in, with which password. */
export interface Candidate {
  readonly userName: string;
  readonly password: string;
  /** Absent when nobody has that name. */
  readonly user: DeviceUser | undefined;
  readonly context: SignInContext;
}

/** An attempt. It counts as failed until `succeeded` or `withdraw` is called. */
export interface Attempt {
  /** The same password was wrong a moment ago: it need not be checked. */
  readonly isKnownWrong: boolean;
  /** The password was right. */
  succeeded(userId: string): Promise<void>;
  /** The password was checked and is wrong: repeating it does not count again. */
  wrong(): Promise<void>;
  /** Nobody learned whether it was right: a provider was away. */
  withdraw(): Promise<void>;
}

/** Slows down the guessing of passwords. */
export interface Attempts {
  /**
   * Counts an attempt before anything is computed for it, so that many at once cannot pass together. Names that exist and
   * names that do not are counted alike.
   *
   * @throws `throttled`
   */
  begin(candidate: Candidate): Promise<Attempt>;
  /** Counts a token of a provider, which names nobody yet: only the address counts. @throws `throttled` */
  beginWithToken(address: string): Promise<Pick<Attempt, 'succeeded' | 'withdraw'>>;
  /** Signs the device of a user who has just proved the password. */
  issueDevice(user: DeviceUser): Promise<string>;
}

/** Time between two sweeps of counters that have ended. */
const SWEEP_MS = 60_000;

/**
 * @param settings limits, counted over `lockMinutes` since the last failure that was counted
 * @param secret key of the service
 */
export function createAttempts(db: Database, settings: Settings['signIn'], secret: string): Attempts {
  const devices = createKnownDevices(secret);
  const work = createProofOfWork(secret, settings.proofBits);
  const wrongPasswords = createWrongPasswords(secret);
  let sweptAt = 0;
  const sweep = async (): Promise<void> => {
    if (Date.now() - sweptAt < SWEEP_MS) return;
    sweptAt = Date.now();
    await forgetEndedFailures(db);
  };
  const addressCounter = (network: string): Counter => ({
    subject: `address:${network}`,
    limit: settings.maxAddressFailures,
  });

  /** The counter of a device of the user, unless the device is unknown or has failed too often. */
  const deviceCounter = async (
    transaction: Database,
    { user, context: { device } }: Candidate,
    solver: Solver,
  ): Promise<Counter | undefined> => {
    const id = user && device !== undefined ? await devices.read(device, user) : undefined;
    if (id === undefined) return undefined;
    const counter = { subject: `device:${solver.user}:${id}`, limit: settings.maxFailures };
    return (await secondsUntilOpen(transaction, counter)) === undefined ? counter : undefined;
  };

  /** In this order for every attempt, so that two of them cannot wait for each other. The first remembers wrong passwords. */
  const countersOf = async (
    transaction: Database,
    candidate: Candidate,
    solver: Solver,
  ): Promise<readonly [Counter, ...Counter[]]> => {
    const { user, context } = candidate;
    const device = await deviceCounter(transaction, candidate, solver);
    if (device) return [device];
    const pair = { subject: `pair:${solver.user}:${solver.network}`, limit: settings.maxFailures };
    // A user who has signed in from here before is not kept out by guesses of others, from here or from elsewhere.
    if (user && (await isKnownAddress(transaction, user.id, solver.network))) return [pair];
    const everybody = addressCounter(solver.network);
    const proof = context.proof === undefined ? undefined : work.verify(context.proof, solver);
    const isProven = proof !== undefined && (await takeOnce(transaction, `proof:${proof}`, PROOF_SECONDS));
    return isProven ? [pair, everybody] : [pair, everybody, userCounter(solver)];
  };

  const userCounter = ({ user }: Solver): Counter => ({ subject: `user:${user}`, limit: settings.maxUserFailures });

  const refuse = (seconds: number, { subject }: Counter, solver?: Solver): never => {
    const later = `ry again in ${Math.ceil(seconds / 60)} min.`;
    if (solver === undefined || subject !== userCounter(solver).subject)
      throw failThrottled(`Too many wrong passwords. T${later}`, seconds);
    const words = `Too many wrong passwords for this name. Solve the challenge to sign in now, or t${later}`;
    throw failThrottled(words, seconds, work.challenge(solver));
  };

  return {
    async begin(candidate) {
      await sweep();
      const { userName, password, user, context } = candidate;
      const solver = { user: nameDigest(userName), network: networkOf(context.address) };
      const tried = { password, generation: user?.tokenGeneration };
      const { counters, repetition } = await db.transaction().execute(async (transaction) => {
        const counters = await countersOf(transaction, candidate, solver);
        const repetition = await wrongPasswords.find(transaction, counters[0], tried);
        for (const counter of counters) {
          const seconds =
            repetition === 'new'
              ? await count(transaction, counter, settings.lockMinutes)
              : await secondsUntilOpen(transaction, counter);
          if (seconds !== undefined) refuse(seconds, counter, solver);
        }
        return { counters, repetition };
      });
      const [own, ...others] = counters;
      const takeBackFrom = async (counted: readonly Counter[]): Promise<void> => {
        if (repetition === 'new') for (const counter of counted) await takeBack(db, counter);
      };
      return {
        isKnownWrong: repetition === 'wrong',
        wrong: () => wrongPasswords.remember(db, own, tried),
        withdraw: () => takeBackFrom(counters),
        async succeeded(userId) {
          await clear(db, own);
          await takeBackFrom(others);
          await rememberAddress(db, userId, solver.network);
        },
      };
    },

    async beginWithToken(address) {
      await sweep();
      const network = networkOf(address);
      const counter = addressCounter(network);
      const seconds = await count(db, counter, settings.lockMinutes);
      if (seconds !== undefined) refuse(seconds, counter);
      return {
        withdraw: () => takeBack(db, counter),
        async succeeded(userId) {
          await takeBack(db, counter);
          await rememberAddress(db, userId, network);
        },
      };
    },

    issueDevice: (user) => devices.issue(user),
  };
}
