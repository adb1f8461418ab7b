import type { ColumnType, Generated } from 'kysely';
import type {
  CompletenessChecksTable,
  JobsTable,
  OutputsTable,
  PendingBuildsTable,
  PendingSweepsTable,
  RetryControlsTable,
} from './build-tables.ts';
import type { UploadBatchEntriesTable, UploadBatchesTable, UploadChunksTable } from './batch-tables.ts';
import type { ParkedTasksTable, TaskBytesTable, TasksTable } from './task-tables.ts';
import type { PushEntriesTable, PushesTable, PushValuesTable } from './push-tables.ts';
import type { Json, NullableJson, NullableTimestamp, Timestamp } from './columns.ts';

/** Rows of every table, as Kysely sees them. The SQL that makes them is in `migrations/`. */
export interface Tables {
  users: UsersTable;
  /** `folded`: the name as roles are told apart by, unique. */
  roles: { name: string; folded: string };
  user_roles: { user_id: string; role: string };
  organizations: OrganizationsTable;
  organization_members: OrganizationMembersTable;
  datasets: DatasetsTable;
  dataset_metadata: DatasetMetadataTable;
  entries: EntriesTable;
  dataset_places: DatasetPlacesTable;
  /** What organizations and datasets are found by, folded; kept by triggers. */
  organization_texts: { organization_id: string; name: string; words: string };
  dataset_texts: { dataset_id: string; name: string; words: string };
  outputs: OutputsTable;
  jobs: JobsTable;
  tasks: TasksTable;
  task_bytes: TaskBytesTable;
  parked_tasks: ParkedTasksTable;
  /** When each subject of tasks had its last turn. */
  task_turns: { subject: string; turn: Generated<number>; at: Timestamp };
  access_tokens: AccessTokensTable;
  sign_in_failures: {
    subject: string;
    failures: number;
    ends_at: Timestamp;
    /** Seconds since 1970 at which each was checked, by keyed digest. */
    wrong_passwords: ColumnType<Readonly<Record<string, number>>, never, string>;
  };
  known_addresses: { user_id: string; address: string; seen_at: Timestamp };
  external_identities: ExternalIdentitiesTable;
  upload_batches: UploadBatchesTable;
  upload_batch_entries: UploadBatchEntriesTable;
  upload_chunks: UploadChunksTable;
  pushes: PushesTable;
  push_adds: PushEntriesTable;
  push_removes: PushEntriesTable;
  push_values: PushValuesTable;
  push_value_removes: { batch_id: string; id: string };
  audit_log: AuditLogTable;
  processes: ProcessesTable;
  /** Downloads that are running. `subject`: whom they count for. */
  download_slots: { id: string; subject: string; process_id: string; taken_at: Timestamp };
  download_selections: { id: string; dataset_id: string; paths: Json<readonly string[]>; made_at: Timestamp };
  resumable_uploads: ResumableUploadsTable;
  /** Where the filling of search columns goes on; at most one row. */
  search_refill: { dataset_id: string; path: string };
  reinspections: ReinspectionsTable;
  /** Who inspects again in a dataset, so that one process does at a time. */
  reinspection_holds: { dataset_id: string; holder: string; held_until: Timestamp };
  pending_builds: PendingBuildsTable;
  retry_controls: RetryControlsTable;
  pending_sweeps: PendingSweepsTable;
  completeness_checks: CompletenessChecksTable;
  unnamed_blobs: { hash: string; since: ColumnType<Date, Date, Date> };
}

interface UsersTable {
  id: string;
  name: string;
  email: string;
  /** Null for users whom an external provider signs in. */
  password_hash: string | null;
  origin: Generated<'local' | 'external'>;
  /** Tokens carry it; raising it ends every token of the user. */
  token_generation: Generated<number>;
  /** True while the password is the one the service made or was configured with. */
  must_change_password: Generated<boolean>;
  /** Language of the pages; null follows the browser. */
  language: Generated<string | null>;
  /** Bytes; null: unlimited. */
  storage_quota: number | null;
  /** Bytes of the datasets in the organizations the user owns; kept by triggers. */
  storage_used: Generated<number>;
  metadata: Json<Record<string, unknown>>;
  created_at: Timestamp;
}

interface OrganizationsTable {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  is_public: boolean;
  owner_id: string | null;
  created_at: Timestamp;
}

interface OrganizationMembersTable {
  organization_id: string;
  user_id: string;
  /** 0 read, 1 write, 2 delete, 3 manage. */
  level: number;
  granted_at: Timestamp;
  granted_by: string | null;
}

interface DatasetsTable {
  id: string;
  /** Null while the dataset is being removed. */
  organization_id: string | null;
  slug: string;
  /** 0 private; 1 and 2 readable by all. */
  visibility: Generated<number>;
  /** Rows in `entries`, folders included. */
  entry_count: Generated<number>;
  /** Sum of the sizes of its files, in bytes. */
  size_bytes: Generated<number>;
  /** Rows in `dataset_metadata`; kept by triggers. */
  metadata_count: Generated<number>;
  /** Raised by every change of its entries, and by triggers for its metadata. */
  revision: Generated<number>;
  created_at: Timestamp;
  changed_at: Timestamp;
}

interface DatasetMetadataTable {
  id: string;
  dataset_id: string;
  /** Entry the value belongs to; empty for the dataset itself. */
  path: string;
  key: string;
  data: ColumnType<unknown, string, string>;
  changed_at: Timestamp;
}

interface EntriesTable {
  dataset_id: string;
  path: string;
  /** Path of the folder that holds it; empty at the root. */
  parent: string;
  /** SHA-256 of the bytes, lower-case hexadecimal; null for folders. */
  hash: string | null;
  type: number;
  properties: NullableJson<Record<string, unknown>>;
  /** Seconds since 1970. */
  mtime: number;
  size: number;
  depth: number;
  point_geom: NullableJson<object>;
  polygon_geom: NullableJson<object>;
  /** Fingerprint of the files beside it that it was understood with; empty for none. */
  companions: Generated<string>;
  /** The one before with which it was built; null when there was none, or for other bytes. */
  former_companions: string | null;
  /** Last part of the path, folded to lower case. */
  name: Generated<string>;
  /** Texts of the properties, folded to lower case; null when there are none. */
  words: string | null;
  /** Capture time, else the time of the file; null for folders. */
  taken_at: NullableTimestamp;
  /** Box around the footprint, `(east,north),(west,south)`; null without one. */
  bounds: ColumnType<string | null, string | null | undefined, string | null>;
}

/** Kept by triggers; the extents are written when they are asked for. */
interface DatasetPlacesTable {
  dataset_id: string;
  /** Entries that have a place. */
  items: number;
  /** Raised by every change of entries. */
  version: number;
  /** The version whose extents these are; null before the first. */
  summarized_version: number | null;
  summarized_at: NullableTimestamp;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  first_taken: NullableTimestamp;
  last_taken: NullableTimestamp;
}

interface AccessTokensTable {
  id: string;
  kind: 'personal' | 'link';
  user_id: string;
  name: string;
  /** SHA-256 of the secret, lower-case hexadecimal. */
  secret_hash: string;
  /** Null: everything the user may. */
  dataset_id: string | null;
  /** The entry and all below it; empty: the whole dataset. */
  path: Generated<string>;
  read_only: boolean;
  created_at: Timestamp;
  expires_at: NullableTimestamp;
  last_used_at: NullableTimestamp;
  /** False on a link that hands out no originals. */
  downloads: Generated<boolean>;
  /** Origins of the sites that may embed the pages of a link. */
  frames: ColumnType<readonly string[], string | undefined, string>;
  /** Set when a link asks for a password. */
  password_hash: string | null;
  /** Query and fragment of the page that a link opens. */
  view: Generated<string>;
}

interface ExternalIdentitiesTable {
  /** Address of the OpenID Connect provider, or `form` for the one of `ExternalAuthUrl`. */
  issuer: string;
  /** What the provider calls the user for ever. */
  subject: string;
  user_id: string;
  created_at: Timestamp;
}

interface AuditLogTable {
  id: Generated<number>;
  at: Timestamp;
  actor_id: string | null;
  actor_name: string | null;
  address: string | null;
  action: string;
  subject: string;
  details: Json<Record<string, unknown>>;
}

interface ProcessesTable {
  id: string;
  host: string;
  pid: number;
  version: string;
  /** Builds it runs at the same time; 0 for one that only serves. */
  workers: number;
  /** Tasks it runs at the same time. */
  task_workers: Generated<number>;
  started_at: Timestamp;
  seen_at: Timestamp;
}

interface ResumableUploadsTable {
  id: string;
  dataset_id: string;
  user_id: string;
  /** Where the file will be put. */
  path: string;
  /** The batch it will be staged into; null: it is put at once. */
  batch_id: string | null;
  /** Bytes it will have. */
  size: number;
  /** Bytes that are on the disk for good. */
  received: Generated<number>;
  /** `Upload-Metadata` as it was sent, decoded. */
  metadata: Json<Record<string, string | null>>;
  /** Preconditions on what is at the path. */
  conditions: Json<object>;
  /** Hash the client announced. */
  sha256: string | null;
  /** Hash of the bytes once they are in the blob store. */
  hash: string | null;
  /** When it was put at its path; null while it is open. */
  finished_at: NullableTimestamp;
  created_at: Timestamp;
  expires_at: Timestamp;
  /** The request that writes at this moment, until `held_until`. */
  holder: string | null;
  held_until: NullableTimestamp;
  /** Another request waits for the holder to let go. */
  wanted: Generated<boolean>;
}

interface ReinspectionsTable {
  dataset_id: string;
  /** What changed: a file or a folder that came, moved or went. */
  path: string;
  /** Whether what lies at the path, a whole folder perhaps, is to be inspected as well. */
  itself: boolean;
  /** Raised by each change, so that one that comes while its dependants are inspected is not taken for done. */
  number: Generated<number>;
  noted_at: Timestamp;
}
