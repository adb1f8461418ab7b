import { ApiError } from '../../api/api-error.ts';
import type { Feature } from '../model/measurement.ts';
import { changed, type Change, doAgain, mapped, remembered, type Step, takeBack } from './history.ts';
import { beforeConflicts, type Conflict, merge } from './merge.ts';
import { sameJson } from './same-json.ts';
import { withDrafts } from './with-drafts.ts';
import type { DraftPort, SidecarPort, Stored } from './ports.ts';
import { EMPTY, newId, sameSidecar, type Sidecar } from './sidecar.ts';
import { FIRST_STATE, type StoreState } from './store-state.ts';
import { i18n } from '../../languages/i18n.ts';

/** A pause in changes after which they are saved. */
const PAUSE_MS = 800;
/** Merges in a row while others write, too; then a person decides when to go on. */
const MOST_MERGES = 5;

export type Decision = 'mine' | 'theirs' | 'both';

type Options = {
  readonly sidecar: SidecarPort;
  readonly drafts: DraftPort;
  /** False: what is measured ends with the page. */
  readonly mayWrite: boolean;
  readonly pauseMs?: number;
};

/** Measurements of one file: read, changed, saved by itself, and put together with what others wrote. */
export class MeasurementStore {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #state = FIRST_STATE;
  /** The file as it was last seen. */
  #base: Stored = { sidecar: EMPTY, etag: null };
  #rest: Sidecar['rest'] = EMPTY.rest;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #aborting = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly state = (): StoreState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the file; what was left unsaved in this browser is put into it. */
  async open(): Promise<void> {
    this.#aborting = new AbortController();
    const { signal } = this.#aborting;
    this.#set({ phase: 'loading', error: null });
    try {
      const stored = await this.#options.sidecar.read(signal);
      if (!signal.aborted) this.#begin(stored);
    } catch (error) {
      if (!signal.aborted) this.#set({ phase: 'failed', error });
    }
  }

  #begin(stored: Stored): void {
    this.#base = stored;
    this.#rest = stored.sidecar.rest;
    const drafts = this.#options.mayWrite ? this.#options.drafts.take() : [];
    const { sidecar, conflicts } = withDrafts(stored.sidecar, drafts);
    this.#set({ ...FIRST_STATE, phase: 'ready', features: sidecar.features, conflicts });
    if (conflicts.length === 0 && sameSidecar(this.#mine(), stored.sidecar)) return;
    this.#set({ note: i18n.t('Changes that were not saved before are back.') });
    this.#schedule();
  }

  /** Saves what is not saved, without waiting for more. What that does not save is a draft. */
  close(): void {
    const aborting = this.#aborting;
    if (this.#state.saving !== 'saving') void this.save().finally(() => aborting.abort());
  }

  /** Changes features in one step that can be taken back. */
  edit(changes: readonly { readonly id: string; readonly after: Feature | null }[]): void {
    const { features, history } = this.#state;
    const step = changes.map(({ id, after }): Change => {
      const index = features.findIndex((feature) => feature.id === id);
      return { id, before: features[index] ?? null, after, index: index < 0 ? features.length : index };
    });
    this.#apply(step, remembered(history, step));
  }

  /** Adds what was found out about a feature. It is no step of its own: taking back goes to before the feature. */
  amend(was: Feature, is: Feature): void {
    const { features, history } = this.#state;
    const swap = (feature: Feature | null): Feature | null =>
      feature !== null && sameJson(feature, was) ? is : feature;
    const at = features.findIndex((feature) => sameJson(feature, was));
    if (at < 0) return;
    this.#set({ features: features.with(at, is), history: mapped(history, swap) });
    this.#schedule();
  }

  undo(): void {
    const back = takeBack(this.#state.history);
    if (back !== null) this.#applyAgain(back.step, back.history);
  }

  redo(): void {
    const again = doAgain(this.#state.history);
    if (again !== null) this.#applyAgain(again.step, again.history);
  }

  /** What somebody else changed since stays as it is. */
  #applyAgain(step: Step, history: StoreState['history']): void {
    const now = new Map(this.#state.features.map((feature) => [feature.id, feature]));
    const fitting = step.filter(({ id, before }) => sameJson(now.get(id) ?? null, before));
    if (fitting.length < step.length)
      this.#set({ note: i18n.t('Somebody else changed this since. It stays as it is.') });
    this.#apply(fitting, history);
  }

  #apply(step: Step, history: StoreState['history']): void {
    this.#set({ features: changed(this.#state.features, step), history });
    this.#schedule();
  }

  /** Ends a conflict. `both` keeps mine as another feature. */
  decide({ id, theirs }: Conflict, decision: Decision): void {
    const mine = this.#state.features.find((feature) => feature.id === id) ?? null;
    this.#set({ conflicts: this.#state.conflicts.filter((conflict) => conflict.id !== id) });
    if (decision === 'mine') return this.#schedule();
    const copy = decision === 'both' && mine !== null ? { ...mine, id: newId() } : null;
    this.edit([{ id, after: theirs }, ...(copy === null ? [] : [{ id: copy.id, after: copy }])]);
  }

  closeNote(): void {
    this.#set({ note: null });
  }

  /** Looks whether others wrote; not while there is something of one's own to save, as that looks by itself. */
  async refresh(): Promise<void> {
    const { signal } = this.#aborting;
    if (this.#state.phase !== 'ready' || this.#state.saving !== 'saved' || signal.aborted) return;
    // Nobody asked: what does not answer now is told when it matters.
    const stored = await this.#options.sidecar.read(signal).catch(() => null);
    if (stored === null || signal.aborted || stored.etag === this.#base.etag) return;
    this.#take(stored);
  }

  /** Saves now. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    const { saving, conflicts, phase } = this.#state;
    const { signal } = this.#aborting;
    if (phase !== 'ready' || saving === 'saving' || saving === 'saved' || conflicts.length > 0) return;
    this.#set({ saving: 'saving', error: null });
    try {
      for (let merges = 0; !(await this.#written(signal)); merges += 1) {
        if (merges === MOST_MERGES) throw BUSY;
        this.#take(await this.#options.sidecar.read(signal));
        if (this.#state.conflicts.length > 0) return this.#set({ saving: 'unsaved' });
      }
      this.#afterWriting();
    } catch (error) {
      if (!signal.aborted) this.#set({ saving: 'failed', error });
    }
  }

  /** False when somebody else wrote meanwhile. */
  async #written(signal: AbortSignal): Promise<boolean> {
    const sidecar = this.#mine();
    try {
      const etag = await this.#options.sidecar.write(sidecar, this.#base.etag, signal);
      this.#base = { sidecar, etag };
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 412) return false;
      throw error;
    }
  }

  #afterWriting(): void {
    if (!sameSidecar(this.#mine(), this.#base.sidecar)) {
      this.#set({ saving: 'unsaved' });
      return this.#schedule();
    }
    this.#options.drafts.forget();
    this.#set({ saving: 'saved', isDrafted: true });
  }

  /** Puts what others wrote and what is here together. */
  #take(stored: Stored): void {
    const { sidecar, conflicts, taken } = merge(this.#base.sidecar, this.#mine(), stored.sidecar);
    this.#base = stored;
    this.#rest = sidecar.rest;
    this.#set({
      features: sidecar.features,
      // What a reader hides or renames is for the page only.
      conflicts: this.#options.mayWrite ? conflicts : [],
      ...(taken > 0
        ? {
            note: i18n.t(
              'Somebody else changed {taken, plural, one {# measurement} other {# measurements}}. You see them now.',
              { taken },
            ),
          }
        : {}),
    });
    if (this.#state.saving !== 'saved') this.#draft();
  }

  #schedule(): void {
    if (!this.#options.mayWrite) return;
    this.#draft();
    if (this.#state.saving === 'saving') return;
    this.#set({ saving: 'unsaved', error: null });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), this.#options.pauseMs ?? PAUSE_MS);
  }

  #draft(): void {
    const base = beforeConflicts(this.#base.sidecar, this.#state.conflicts);
    this.#set({ isDrafted: this.#options.drafts.keep({ base, mine: this.#mine() }) });
  }

  #mine(): Sidecar {
    return { features: this.#state.features, rest: this.#rest };
  }

  #set(part: Partial<StoreState>): void {
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  }
}

const BUSY = new ApiError(412, i18n.t('Others write to the same file all the time. Try again in a moment.'));
