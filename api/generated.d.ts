// Written by `npm run docs` from the OpenAPI document. Do not edit.
// Each schema is a route: its path, query, body and answer. A route that answers no content has no `answer`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Version of the service, as plain text */
        readonly "GET /version": {
            readonly answer: string;
        };
        /** @description Version of the service, as a JSON text */
        readonly "GET /sys/version": {
            readonly answer: string;
        };
        /** @description What this installation offers and how it is set up */
        readonly "GET /sys/features": {
            readonly answer: {
                readonly organizationMemberManagement: boolean;
                /** @description False when an external identity provider signs users in */
                readonly userManagement: boolean;
                readonly signIn: {
                    readonly openId: {
                        readonly name: string;
                        /** @description Page of this service to send a browser to */
                        readonly url: string;
                    } | null;
                    /** @description A name and a password are taken */
                    readonly password: boolean;
                };
                readonly storageLimiter: boolean;
                readonly maxConcurrentDownloadsPerUser: number | null;
                /** @description Archives answer 401 unless the caller is signed in */
                readonly disableAnonymousBulkDownloads: boolean;
                readonly passwordPolicy: {
                    readonly minLength: number;
                    readonly requireDigit: boolean;
                    readonly requireUppercase: boolean;
                    readonly requireLowercase: boolean;
                    readonly requireNonAlphanumeric: boolean;
                } | null;
                readonly datasetThumbnailCandidates: readonly string[];
                readonly maxExportSizeBytes: number | null;
                /** @description Clients compare a selection with it and ask for a background task above it; the service refuses none */
                readonly bulkDownloadAsyncThresholdBytes: number;
                /** @description What is derived from files. The name is the folder below `build/{hash}` */
                readonly outputs: readonly {
                    readonly name: string;
                    readonly title: string;
                    readonly entryTypes: readonly string[];
                }[];
                /** @description What the web application shows: `map`, `scene`, or `tab` for what browsers show by themselves */
                readonly viewers: readonly {
                    readonly name: string;
                    readonly opens: string;
                    readonly entryTypes: readonly string[];
                }[];
                /** @description Kinds of data with thumbnails; one whose program is not installed here is not among them */
                readonly thumbnails: readonly string[];
                readonly taskTools: readonly {
                    readonly [key: string]: unknown;
                }[];
                readonly taskStates: readonly {
                    readonly state: string;
                    readonly isTerminal: boolean;
                    readonly value: string;
                    readonly terminal: boolean;
                }[];
                readonly hubOptions: {
                    readonly [key: string]: unknown;
                } | null;
                readonly hubVersion: string | null;
                readonly registryVersion: string | null;
                readonly ddbVersion: string | null;
                readonly map: {
                    readonly basemap: {
                        readonly url: string;
                        readonly attribution: string;
                    } | null;
                    /** @description What the map may lie on beside the coast lines */
                    readonly backgrounds: readonly {
                        readonly name: string;
                        /** @description Tiles by {z}, {x} and {y}; one that begins with / is of this site */
                        readonly url: string;
                        readonly attribution: string;
                        /** @description Whether people are to be asked before such tiles are */
                        readonly isOtherSite: boolean;
                    }[];
                };
            };
        };
        /** @description The settings as they are; of secrets only whether they are set */
        readonly "GET /sys/config": {
            readonly answer: {
                readonly sections: readonly {
                    readonly name: string;
                    readonly title: string;
                    readonly description: string;
                    readonly isActive: boolean;
                    readonly fields: readonly {
                        readonly key: string;
                        readonly displayName: string;
                        readonly currentValue: string | null;
                        readonly defaultValue: string | null;
                        /** @description Differs from the default */
                        readonly isSet: boolean;
                        readonly description: string;
                        /** @description text, number, bool, enum, array or password */
                        readonly fieldType: string;
                        readonly enumOptions: readonly string[] | null;
                        readonly sensitive: boolean;
                        readonly minValue: number | null;
                        readonly maxValue: number | null;
                        readonly unit: string | null;
                    }[];
                }[];
            };
        };
        /** @description Whether the service answers, as plain text */
        readonly "GET /quickhealth": {
            readonly answer: string;
        };
        /** @description Whether all the service needs is well */
        readonly "GET /health": {
            readonly answer: {
                /** @description Healthy, Degraded, Unhealthy */
                readonly status: string;
                /** @description `hh:mm:ss.fffffff` */
                readonly totalDuration: string;
                readonly entries: {
                    readonly [key: string]: {
                        readonly data: {
                            readonly [key: string]: unknown;
                        };
                        readonly description?: string;
                        /** @description `hh:mm:ss.fffffff` */
                        readonly duration: string;
                        readonly status: string;
                        readonly tags: readonly string[];
                    };
                };
            };
        };
        /** @description Figures in the text format of Prometheus */
        readonly "GET /metrics": {
            readonly answer: string;
        };
        /** @description The audit log, newest first */
        readonly "GET /sys/audit": {
            readonly query?: {
                readonly before?: number;
                /** @default 100 */
                readonly limit?: number;
                readonly action?: string;
                readonly user?: string;
            };
            readonly answer: {
                readonly items: readonly {
                    readonly id: number;
                    /** Format: date-time */
                    readonly at: string;
                    readonly actor: string | null;
                    readonly address: string | null;
                    /** @description What happened, such as `user.create` */
                    readonly action: string;
                    /** @description Name of what it happened to */
                    readonly subject: string;
                    readonly details: {
                        readonly [key: string]: unknown;
                    };
                }[];
                readonly next: number | null;
            };
        };
        /** @description A job: how far it is, and what came of it */
        readonly "GET /sys/jobs/{id}": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: {
                readonly jobId: string;
                readonly toolId: string;
                /** @description Enqueued, Processing, Succeeded, Failed or Deleted */
                readonly state: string;
                readonly progressPercent: number | null;
                readonly phase: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly startedAt: string | null;
                readonly finishedAt: string | null;
                readonly result: {
                    readonly [key: string]: unknown;
                } | null;
                readonly errorText: string | null;
            };
        };
        /** @description Look for outputs that are missing, and build them */
        readonly "POST /sys/check-artifact-completeness": {
            readonly answer: {
                readonly jobId: string;
            };
        };
        /** @description Bring old metadata about visibility in line with the visibility */
        readonly "POST /sys/migratevisibility": {
            readonly answer: readonly {
                readonly organizationSlug: string;
                readonly datasetSlug: string;
                readonly isPublic: boolean | null;
                /** @description 0 private, 1 unlisted, 2 public */
                readonly visibility: number;
            }[];
        };
        /** @description How the search for pending builds goes */
        readonly "GET /sys/build-pending-status": {
            readonly answer: {
                readonly lastRun: string | null;
                readonly totalDatasets: number;
                readonly datasetsChecked: number;
                readonly datasetsSkipped: number;
                readonly pendingBuildsFound: number;
                readonly jobsEnqueued: number;
                /** @description Builds that wait and were not asked for: active, or tried a moment ago */
                readonly jobsSkipped: number;
                /** @description Builds that wait at this moment */
                readonly pendingBuildsNow: number;
                readonly errors: number;
                readonly durationMs: number;
                readonly cacheHitRate: number;
                readonly isEnabled: boolean;
                readonly nextScheduledRun: string | null;
            };
        };
        /** @description All organizations, their datasets, and how many files of which kind they hold */
        readonly "GET /sys/report": {
            readonly answer: {
                readonly userName: string;
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Remove outputs and stored files that nothing refers to */
        readonly "POST /sys/cleanup": {
            readonly body?: {
                /** @description Only datasets of this organization */
                readonly organizationSlug?: string;
                /** @description Only this dataset of the organization */
                readonly datasetSlug?: string;
            };
            readonly answer: {
                readonly datasets: {
                    readonly [key: string]: {
                        readonly removedEntries: readonly string[];
                        readonly removedBuilds: readonly string[];
                    };
                };
                readonly errors: {
                    readonly [key: string]: string;
                };
                readonly jobId: string | null;
                readonly jobIds: readonly string[];
                readonly async: boolean;
            } | {
                readonly datasets: {
                    readonly [key: string]: {
                        readonly removedEntries: readonly string[];
                        readonly removedBuilds: readonly string[];
                    };
                };
                readonly errors: {
                    readonly [key: string]: string;
                };
                readonly jobId: string | null;
                readonly jobIds: readonly string[];
                readonly async: boolean;
            };
        };
        /** @description Remove records of jobs that ended long ago */
        readonly "POST /sys/cleanup-jobindices": {
            readonly query?: {
                readonly retentionDays?: number;
            };
            readonly answer: {
                readonly deletedCount: number;
                readonly retentionDays: number;
            };
        };
        /** @description Remove datasets that have been empty for a day */
        readonly "POST /sys/cleanupdatasets": {
            readonly answer: {
                readonly removedDatasets: readonly string[];
                readonly removeDatasetErrors: readonly {
                    readonly [key: string]: unknown;
                }[];
            };
        };
        /** @description Remove upload batches that were given up, and what is told of ended ones */
        readonly "POST /sys/cleanupbatches": {
            readonly answer: {
                readonly removedBatches: readonly {
                    readonly token: string;
                    readonly userName: string;
                    /** @description What it was: 0 running, 1 committed, 2 rolled back */
                    readonly status: number;
                    /** Format: date-time */
                    readonly start: string;
                    readonly end: string | null;
                    readonly organization: string | null;
                    readonly dataset: string | null;
                }[];
                readonly removeBatchErrors: readonly {
                    readonly token: string;
                    readonly organization: string | null;
                    readonly dataset: string | null;
                    readonly message: string;
                }[];
            };
        };
        /** @description Sign in with name and password */
        readonly "POST /users/authenticate": {
            readonly body?: {
                /** @description `username` is taken too */
                readonly userName?: string;
                readonly password?: string;
                /** @description Of the sign-in provider, instead of name and password */
                readonly token?: string;
                /**
                 * @description Also set the token as an HttpOnly cookie, for web pages, and remember the device
                 * @default false
                 */
                readonly cookie?: boolean;
            };
            readonly answer: {
                readonly username: string;
                /** @description The same, under the specification’s name */
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Send it as `Authorization: Bearer …` */
                readonly token: string;
                /** @description Seconds since 1970 */
                readonly expires: number;
                /** @description The password is still the one of the first start */
                readonly mustChangePassword: boolean;
            };
        };
        /** @description Get a new token before the present one expires */
        readonly "POST /users/authenticate/refresh": {
            readonly body?: {
                /**
                 * @description Also set the token as an HttpOnly cookie, for web pages, and remember the device
                 * @default false
                 */
                readonly cookie?: boolean;
            };
            readonly answer: {
                readonly username: string;
                /** @description The same, under the specification’s name */
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Send it as `Authorization: Bearer …` */
                readonly token: string;
                /** @description Seconds since 1970 */
                readonly expires: number;
                /** @description The password is still the one of the first start */
                readonly mustChangePassword: boolean;
            };
        };
        /** @description Remove the cookie set at sign-in */
        readonly "POST /users/logout": Record<string, never>;
        /** @description End every session of the own account, this one too */
        readonly "POST /users/logout/everywhere": {
            readonly body?: {
                /**
                 * @description Also delete the own access tokens and links
                 * @default false
                 */
                readonly tokens?: boolean;
            };
        };
        /** @description The signed-in user */
        readonly "GET /users/me": {
            readonly answer: {
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description The password is still the one of the first start */
                readonly mustChangePassword: boolean;
                /** @description Of the pages, `en` or `de`; absent: that of the browser */
                readonly language?: string;
                /** @description End of the token, seconds since 1970 */
                readonly expires: number | null;
            };
        };
        /** @description Choose the language of the pages for the own account */
        readonly "PUT /users/me/language": {
            readonly body: {
                /**
                 * @description null: that of the browser
                 * @enum {string|null}
                 */
                readonly language: "en" | "de" | null;
            };
        };
        /** @description Change the own password */
        readonly "POST /users/changepwd": {
            readonly body: {
                readonly oldPassword: string;
                readonly newPassword: string;
                /**
                 * @description Also delete the own access tokens and links
                 * @default false
                 */
                readonly tokens?: boolean;
                /**
                 * @description Also set the token as an HttpOnly cookie, for web pages, and remember the device
                 * @default false
                 */
                readonly cookie?: boolean;
            };
            readonly answer: {
                readonly username: string;
                /** @description The same, under the specification’s name */
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Send it as `Authorization: Bearer …` */
                readonly token: string;
                /** @description Seconds since 1970 */
                readonly expires: number;
                /** @description The password is still the one of the first start */
                readonly mustChangePassword: boolean;
            };
        };
        /** @description All users */
        readonly "GET /users": {
            readonly answer: readonly {
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Slugs of the organizations he owns or is a member of */
                readonly organizations: readonly string[];
            }[];
        };
        /** @description Create a user */
        readonly "POST /users": {
            readonly body: {
                readonly userName: string;
                readonly password: string;
                readonly email?: string;
                readonly roles?: readonly string[];
            };
            readonly answer: {
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Slugs of the organizations he owns or is a member of */
                readonly organizations: readonly string[];
            };
        };
        /** @description Delete a user (form) */
        readonly "DELETE /users": {
            readonly body: {
                readonly userName: string;
                /** @description Who takes over the organizations */
                readonly successor?: string;
                /** @description 0 HaltOnConflict, 1 Overwrite, 2 Rename */
                readonly conflictResolution?: number | string;
            };
            readonly answer: {
                readonly userName: string;
                readonly successor: string | null;
                readonly organizationsTransferred: number;
                /** @description 0: without a successor they stay, owned by nobody */
                readonly organizationsDeleted: number;
                readonly datasetsTransferred: number;
                readonly datasetsDeleted: number;
                readonly batchesDeleted: number;
                readonly datasetResults: readonly {
                    readonly originalSlug: string;
                    readonly newSlug: string | null;
                    readonly success: boolean;
                    readonly error: string | null;
                }[];
            };
        };
        /** @description All users with their storage and what they hold */
        readonly "GET /users/detailed": {
            readonly answer: readonly {
                readonly id: string;
                readonly userName: string;
                readonly email: string;
                readonly roles: readonly string[];
                /** @description Slugs of the organizations he owns or is a member of */
                readonly organizations: readonly string[];
                /** @description Bytes; null: unlimited */
                readonly storageQuota: number | null;
                /** @description Bytes of the datasets in the organizations he owns */
                readonly storageUsed: number;
                readonly organizationCount: number;
                /** @description Datasets in all his organizations */
                readonly datasetCount: number;
                /** @description ISO 8601 */
                readonly createdDate: string;
            }[];
        };
        /** @description Change the e-mail or the roles of a user */
        readonly "PUT /users/{userName}": {
            readonly path: {
                readonly userName: string;
            };
            readonly body?: {
                readonly email?: string;
                readonly roles?: readonly string[];
            };
        };
        /** @description Delete a user */
        readonly "DELETE /users/{userName}": {
            readonly path: {
                readonly userName: string;
            };
            readonly query?: {
                readonly successor?: string;
                readonly conflictResolution?: number | string;
            };
            readonly answer: {
                readonly userName: string;
                readonly successor: string | null;
                readonly organizationsTransferred: number;
                /** @description 0: without a successor they stay, owned by nobody */
                readonly organizationsDeleted: number;
                readonly datasetsTransferred: number;
                readonly datasetsDeleted: number;
                readonly batchesDeleted: number;
                readonly datasetResults: readonly {
                    readonly originalSlug: string;
                    readonly newSlug: string | null;
                    readonly success: boolean;
                    readonly error: string | null;
                }[];
            };
        };
        /** @description Set the password of a user */
        readonly "PUT /users/{userName}/changepwd": {
            readonly path: {
                readonly userName: string;
            };
            readonly body: {
                readonly currentPassword?: string;
                readonly newPassword: string;
            };
        };
        /** @description Own storage, used and allowed */
        readonly "GET /users/storage": {
            readonly answer: {
                /** @description Quota in bytes; null: unlimited */
                readonly total: number | null;
                /** @description Bytes of the datasets in the organizations he owns */
                readonly used: number;
            };
        };
        /** @description Storage of a user, used and allowed */
        readonly "GET /users/{userName}/storage": {
            readonly path: {
                readonly userName: string;
            };
            readonly answer: {
                /** @description Quota in bytes; null: unlimited */
                readonly total: number | null;
                /** @description Bytes of the datasets in the organizations he owns */
                readonly used: number;
            };
        };
        /** @description Set the quota of a user */
        readonly "PUT /users/{userName}/storage": {
            readonly path: {
                readonly userName: string;
            };
            readonly body: {
                /** @description Bytes; null: unlimited */
                readonly total: number | null;
            };
        };
        /** @description Own metadata */
        readonly "GET /users/meta": {
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Metadata of a user */
        readonly "GET /users/{userName}/meta": {
            readonly path: {
                readonly userName: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Replace the metadata of a user */
        readonly "POST /users/{userName}/meta": {
            readonly path: {
                readonly userName: string;
            };
            /** @description Free facts; `maxStorageMB` is the quota in MiB, `roles` are the roles */
            readonly body: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Whether users are managed here, and not by a sign-in provider */
        readonly "GET /users/management-enabled": {
            readonly answer: boolean;
        };
        /** @description Names of all roles */
        readonly "GET /users/roles": {
            readonly answer: readonly string[];
        };
        /** @description Create a role (name in the body) */
        readonly "POST /users/roles": {
            readonly body: {
                /** @description Name of the role, in any letter case */
                readonly roleName: string;
            };
        };
        /** @description Create a role */
        readonly "POST /users/roles/{roleName}": {
            readonly path: {
                readonly roleName: string;
            };
        };
        /** @description Delete a role, also from the users who have it */
        readonly "DELETE /users/roles/{roleName}": {
            readonly path: {
                readonly roleName: string;
            };
        };
        /** @description Sign in at the OpenID Connect provider */
        readonly "GET /users/openid/login": {
            readonly query?: {
                readonly return?: string;
            };
        };
        /** @description Where the OpenID Connect provider sends a browser back to */
        readonly "GET /users/openid/callback": Record<string, never>;
        /** @description The own tokens and links, newest first */
        readonly "GET /users/tokens": {
            readonly answer: readonly {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
            }[];
        };
        /** @description Make a personal token */
        readonly "POST /users/tokens": {
            readonly body: {
                /** @description To tell it by */
                readonly name: string;
                /**
                 * @description Days it is good for; 0 or null: no end
                 * @default 90
                 */
                readonly expiresInDays?: number | null;
                readonly organization?: string;
                /** @description Only this dataset of the organization */
                readonly dataset?: string;
                /** @description Only this file, or this folder and all below it */
                readonly path?: string;
                /**
                 * @description With a path always
                 * @default true
                 */
                readonly readOnly?: boolean;
            };
            readonly answer: {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
                /** @description The secret. It is shown here and never again */
                readonly token: string;
                /** @description Page of the web application that a link opens */
                readonly url?: string;
            };
        };
        /** @description Revoke a token or link of one’s own */
        readonly "DELETE /users/tokens/{id}": {
            readonly path: {
                /** Format: uuid */
                readonly id: string;
            };
        };
        /** @description Tokens and links of a user, newest first */
        readonly "GET /users/{userName}/tokens": {
            readonly path: {
                readonly userName: string;
            };
            readonly answer: readonly {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
            }[];
        };
        /** @description Revoke a token or link of a user */
        readonly "DELETE /users/{userName}/tokens/{id}": {
            readonly path: {
                readonly userName: string;
                /** Format: uuid */
                readonly id: string;
            };
        };
        /** @description Open a link: what it shows; with the password of the link, from then on */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/links/open": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description The secret of the link */
                readonly token: string;
                /** @description Absent: to ask whether one is needed */
                readonly password?: string;
            };
            readonly answer: {
                readonly path: string | null;
                readonly view: string | null;
                /** @description False: files are shown and not handed out */
                readonly downloads: boolean;
                /** @description True: programs that know no more than the token are refused */
                readonly hasPassword: boolean;
                readonly expiresAt: string | null;
            };
        };
        /** @description Links of the dataset, no matter who made them, newest first */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/links": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: readonly {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
            }[];
        };
        /** @description Make a link that lets anyone who has it read the dataset, or one path in it */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/links": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description To tell it by */
                readonly name?: string;
                /**
                 * @description Days it is good for; 0 or null: no end
                 * @default 90
                 */
                readonly expiresInDays?: number | null;
                /** @description When it ends, instead of `expiresInDays`; null: never */
                readonly expiresAt?: string | null;
                /** @description Only this file, or this folder and all below it */
                readonly path?: string;
                /** @description False: it shows the data, and refuses files as they were uploaded, archives and all their values */
                readonly downloads?: boolean;
                /** @description Origins of the sites that may embed the pages it opens: `https://www.example.org` */
                readonly frames?: readonly string[];
                /** @description Password that the page of the link asks for */
                readonly password?: string;
                /** @description Query and fragment of the dataset’s page that it opens: `?path=maps` */
                readonly view?: string;
            };
            readonly answer: {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
                /** @description The secret. It is shown here and never again */
                readonly token: string;
                /** @description Page of the web application that a link opens */
                readonly url?: string;
            };
        };
        /** @description Change any link of the dataset */
        readonly "PATCH /orgs/{orgSlug}/ds/{dsSlug}/links/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly id: string;
            };
            readonly body?: {
                /** @description To tell it by */
                readonly name?: string;
                /** @description Days from now that it is good for; 0: no end */
                readonly expiresInDays?: number;
                /** @description When it ends, instead of `expiresInDays`; null: never */
                readonly expiresAt?: string | null;
                /** @description False: it shows the data, and refuses files as they were uploaded, archives and all their values */
                readonly downloads?: boolean;
                /** @description Origins of the sites that may embed the pages it opens: `https://www.example.org` */
                readonly frames?: readonly string[];
                /** @description A new one; null: none is asked for any more */
                readonly password?: string | null;
            };
            readonly answer: {
                readonly id: string;
                readonly name: string;
                readonly kind: "personal" | "link";
                /** @description Who made it */
                readonly userName: string;
                readonly organization: string | null;
                readonly dataset: string | null;
                readonly path: string | null;
                readonly readOnly: boolean;
                /** Format: date-time */
                readonly createdAt: string;
                readonly expiresAt: string | null;
                readonly lastUsedAt: string | null;
                /** @description False on a link that hands out no files */
                readonly downloads: boolean;
                /** @description Sites that may embed the pages of a link */
                readonly frames: readonly string[];
                /** @description True for a link that asks for a password */
                readonly hasPassword: boolean;
                readonly view: string | null;
            };
        };
        /** @description Revoke a link of the dataset, no matter who made it */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/links/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly id: string;
            };
        };
        /** @description Organizations of the caller; all of them for an administrator */
        readonly "GET /orgs": {
            readonly query?: {
                /** @default false */
                readonly ownedOnly?: boolean;
            };
            readonly answer: readonly {
                readonly slug: string;
                readonly name: string;
                readonly description: string | null;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description User name */
                readonly owner: string | null;
                readonly isPublic: boolean;
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
            }[];
        };
        /** @description Create an organization; the caller owns it */
        readonly "POST /orgs": {
            readonly body: {
                /** @description 2 to 128 of a-z, 0-9, `_` and `-`, beginning with a letter or digit, without `--` */
                readonly slug: string;
                readonly name?: string;
                readonly description?: string;
                readonly isPublic?: boolean;
                /** @description Name or id of a user */
                readonly owner?: string;
            };
            readonly answer: {
                readonly slug: string;
                readonly name: string;
                readonly description: string | null;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description User name */
                readonly owner: string | null;
                readonly isPublic: boolean;
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
            };
        };
        /** @description Public organizations */
        readonly "GET /orgs/public": {
            readonly answer: readonly {
                readonly slug: string;
                readonly name: string;
                readonly description: string | null;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description User name */
                readonly owner: string | null;
                readonly isPublic: boolean;
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
            }[];
        };
        /** @description One organization */
        readonly "GET /orgs/{orgSlug}": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly answer: {
                readonly slug: string;
                readonly name: string;
                readonly description: string | null;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description User name */
                readonly owner: string | null;
                readonly isPublic: boolean;
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
            };
        };
        /** @description Change an organization; what is left out stays */
        readonly "PUT /orgs/{orgSlug}": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly body?: {
                readonly name?: string;
                /** @description Empty: none */
                readonly description?: string;
                readonly isPublic?: boolean;
                /** @description Name or id of a user */
                readonly owner?: string;
            };
        };
        /** @description Delete an organization with all its datasets */
        readonly "DELETE /orgs/{orgSlug}": {
            readonly path: {
                readonly orgSlug: string;
            };
        };
        /** @description Members of an organization, without its owner */
        readonly "GET /orgs/{orgSlug}/members": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly answer: readonly {
                readonly userName: string;
                /** @description Empty but for the caller himself and for administrators */
                readonly email: string;
                /** @description 0 Read Only, 1 Read/Write, 2 Read/Write/Delete, 3 Admin */
                readonly permissions: number;
                readonly permissionName: string;
                /** Format: date-time */
                readonly grantedAt: string;
                /** @description User name */
                readonly grantedBy: string | null;
            }[];
        };
        /** @description Make a user a member */
        readonly "POST /orgs/{orgSlug}/members": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly body: {
                /** @description Name of a user, in any letter case */
                readonly userName: string;
                /**
                 * @description 0 Read Only, 1 Read/Write, 2 Read/Write/Delete, 3 Admin
                 * @default 1
                 */
                readonly permissions?: number | string;
            };
        };
        /** @description Change the level of a member */
        readonly "PUT /orgs/{orgSlug}/members/{userName}": {
            readonly path: {
                readonly orgSlug: string;
                readonly userName: string;
            };
            readonly body: {
                /** @description 0 Read Only, 1 Read/Write, 2 Read/Write/Delete, 3 Admin */
                readonly permissions: number | string;
            };
        };
        /** @description Take a membership away */
        readonly "DELETE /orgs/{orgSlug}/members/{userName}": {
            readonly path: {
                readonly orgSlug: string;
                readonly userName: string;
            };
        };
        /** @description Organizations a user owns or is a member of */
        readonly "GET /users/{userName}/orgs": {
            readonly path: {
                readonly userName: string;
            };
            readonly answer: readonly {
                readonly slug: string;
                readonly name: string;
                readonly description: string | null;
                /** Format: date-time */
                readonly creationDate: string;
                readonly owner: string | null;
                readonly isPublic: boolean;
                readonly isOwner: boolean;
                /** @description Level of the membership; null for the owner */
                readonly permissions: number | null;
                readonly grantedAt: string | null;
                readonly grantedBy: string | null;
            }[];
        };
        /** @description Set the organizations a user is a member of */
        readonly "PUT /users/{userName}/orgs": {
            readonly path: {
                readonly userName: string;
            };
            readonly body?: {
                readonly orgSlugs?: readonly string[];
                readonly organizations?: readonly string[];
            };
        };
        /** @description Make a user a member of an organization */
        readonly "POST /users/{userName}/orgs": {
            readonly path: {
                readonly userName: string;
            };
            readonly body: {
                /** @description 2 to 128 of a-z, 0-9, `_` and `-`, beginning with a letter or digit, without `--` */
                readonly orgSlug: string;
                /**
                 * @description 0 Read Only, 1 Read/Write, 2 Read/Write/Delete, 3 Admin
                 * @default 1
                 */
                readonly permissions?: number | string;
            };
        };
        /** @description Change the level of a membership */
        readonly "PUT /users/{userName}/orgs/{orgSlug}": {
            readonly path: {
                readonly userName: string;
                readonly orgSlug: string;
            };
            readonly body: {
                /** @description 0 Read Only, 1 Read/Write, 2 Read/Write/Delete, 3 Admin */
                readonly permissions: number | string;
            };
        };
        /** @description Take a user out of an organization */
        readonly "DELETE /users/{userName}/orgs/{orgSlug}": {
            readonly path: {
                readonly userName: string;
                readonly orgSlug: string;
            };
        };
        /** @description Move datasets to another organization */
        readonly "POST /sys/move-datasets": {
            readonly body: {
                readonly sourceOrgSlug: string;
                readonly datasetSlugs: readonly string[];
                readonly destinationOrgSlug: string;
                /** @description 0 HaltOnConflict, 1 Overwrite, 2 Rename */
                readonly conflictResolution?: number | string;
            };
            readonly answer: readonly {
                readonly originalSlug: string;
                readonly newSlug: string | null;
                readonly success: boolean;
                /** @description Why it stayed where it was */
                readonly error: string | null;
            }[];
        };
        /** @description Move all datasets and members of an organization into another one */
        readonly "POST /sys/merge-organizations": {
            readonly body: {
                readonly sourceOrgSlug: string;
                readonly destinationOrgSlug: string;
                /** @description 0 HaltOnConflict, 1 Overwrite, 2 Rename */
                readonly conflictResolution?: number | string;
                /** @default true */
                readonly deleteSourceOrganization?: boolean;
            };
            readonly answer: {
                readonly sourceOrgSlug: string;
                readonly destinationOrgSlug: string;
                readonly datasetResults: readonly {
                    readonly originalSlug: string;
                    readonly newSlug: string | null;
                    readonly success: boolean;
                    /** @description Why it stayed where it was */
                    readonly error: string | null;
                }[];
                readonly sourceOrganizationDeleted: boolean;
                readonly datasetsMovedCount: number;
                readonly datasetsFailedCount: number;
            };
        };
        /** @description Datasets of an organization that the caller may read */
        readonly "GET /orgs/{orgSlug}/ds": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly query?: {
                readonly includeThumbnailCheck?: boolean;
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly slug: string;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description Bytes of all its files */
                readonly size: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
                readonly hasThumbnail: boolean;
            }[];
        };
        /** @description Create a dataset */
        readonly "POST /orgs/{orgSlug}/ds": {
            readonly path: {
                readonly orgSlug: string;
            };
            readonly body: {
                /** @description 2 to 128 of a-z, 0-9, `_` and `-`, beginning with a letter or digit, without `--` */
                readonly slug: string;
                readonly name?: string;
                /** @description 0 Private, 1 Unlisted, 2 Public; default: 0 */
                readonly visibility?: number | string;
                readonly tagline?: string;
            };
            readonly answer: {
                readonly slug: string;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description Bytes of all its files */
                readonly size: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
                readonly hasThumbnail: boolean;
            };
        };
        /** @description The dataset as an entry: a list of exactly one */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: readonly {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            }[];
        };
        /** @description Change name, visibility, tagline and license; what is left out stays */
        readonly "PUT /orgs/{orgSlug}/ds/{dsSlug}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                readonly name?: string;
                /** @description 0 Private, 1 Unlisted, 2 Public */
                readonly visibility?: number | string;
                readonly tagline?: string;
                /** @description SPDX id, or proprietary */
                readonly license?: string;
            };
        };
        /** @description Delete a dataset with all its files */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
        };
        /** @description Extended facts of the dataset */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ex": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: {
                readonly slug: string;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description Bytes of all its files */
                readonly size: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
                readonly hasThumbnail: boolean;
            };
        };
        /** @description Give a dataset another slug */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/rename": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description 2 to 128 of a-z, 0-9, `_` and `-`, beginning with a letter or digit, without `--` */
                readonly slug: string;
            };
            readonly answer: {
                readonly slug: string;
                /** Format: date-time */
                readonly creationDate: string;
                /** @description Bytes of all its files */
                readonly size: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly permissions: {
                    readonly canRead: boolean;
                    readonly canWrite: boolean;
                    readonly canDelete: boolean;
                    readonly canManageMembers: boolean;
                };
                readonly hasThumbnail: boolean;
            };
        };
        /** @description Set who may read a dataset */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/visibility/set": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description 0 Private, 1 Unlisted, 2 Public */
                readonly data?: number | string;
                /** @description 0 Private, 1 Unlisted, 2 Public */
                readonly value?: number | string;
                /** @description 0 Private, 1 Unlisted, 2 Public */
                readonly visibility?: number | string;
            };
            readonly answer: {
                readonly id: string;
                /** @description 0 Private, 1 Unlisted, 2 Public */
                readonly data: number;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Open a dataset to everybody, or close it */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/chattr": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description {"public": true} */
                readonly attrs?: Record<string, never> | string;
                readonly public?: boolean;
            };
            readonly answer: {
                readonly public: boolean;
            };
        };
        /** @description What the dataset holds, as hashes */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/stamp": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: {
                /** @description SHA-256 over paths, hashes and ids of metadata */
                readonly checksum: string;
                /** @description One object for each entry, by path: `{path: hash}`; the hash of folders is empty */
                readonly entries: readonly {
                    readonly [key: string]: string;
                }[];
                /** @description Ids of all metadata */
                readonly meta: readonly string[];
            };
        };
        /** @description Batches of uploads into the dataset, with their files */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/batches": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly limit?: number;
                /** Format: uuid */
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly token: string;
                readonly userName: string;
                /** Format: date-time */
                readonly start: string;
                readonly end: string | null;
                /** @description 0 running, 1 committed, 2 rolled back */
                readonly status: number;
                readonly entries: readonly {
                    readonly path: string;
                    readonly hash: string;
                    readonly type: number;
                    readonly size: number;
                    /** Format: date-time */
                    readonly addedOn: string;
                }[];
            }[];
        };
        /** @description Inspect the files of the dataset again, and build what is derived from them anew */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/rescan": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly types?: string;
                readonly stopOnError?: boolean;
            };
            readonly body?: {
                /** @description Names or numbers of types, separated by commas; absent: all files */
                readonly types?: string;
                /** @description End with the first file that cannot be inspected; default: true */
                readonly stopOnError?: boolean;
            };
            readonly answer: {
                readonly organizationSlug: string;
                readonly datasetSlug: string;
                readonly entries: readonly {
                    readonly path: string;
                    readonly hash: string;
                    readonly success: boolean;
                    readonly error: string | null;
                }[];
                readonly totalProcessed: number;
                readonly successCount: number;
                readonly errorCount: number;
            };
        };
        /** @description The index of the dataset as a database file */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/svc": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: unknown;
        };
        /** @description Keys that have values, of the dataset and of its entries */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/meta/list": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly path?: string;
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly count: number;
                readonly key: string;
                /** @description Empty: the dataset */
                readonly path: string;
            }[];
        };
        /** @description The value of a key, or its list */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly key: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            readonly answer: readonly {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            }[] | {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Add a value to the list of a key */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly key: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Remove all values of a key, or one value by its id */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly key: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                /** @description How many values there were */
                readonly removed: number;
            };
        };
        /** @description All values by id, or those of given ids */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/dump": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly limit?: number;
                readonly after?: string;
            };
            readonly body?: {
                /** @description List of ids */
                readonly ids?: unknown;
            };
            readonly answer: readonly {
                readonly id: string;
                /** @description JSON text */
                readonly data: string;
                readonly mtime: number;
                readonly path: string;
                readonly key: string;
            }[];
        };
        /** @description Set the one value of a key */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/{key}/set": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly key: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Set the one value of a key that stands in the body */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/set": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly key?: string;
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Add a value to the list of a key that stands in the body */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/add": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly key?: string;
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                readonly id: string;
                /** @description Any JSON value */
                readonly data: unknown;
                /** @description Seconds since 1970 */
                readonly mtime: number;
            };
        };
        /** @description Remove all values of a key that stands in the body */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/unset": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly key?: string;
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                /** @description How many values there were */
                readonly removed: number;
            };
        };
        /** @description Remove one value by its id, which stands in the body */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/meta/remove": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly key?: string;
                readonly path?: string;
            };
            /** @description Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data. */
            readonly body: {
                readonly [key: string]: unknown;
            } | readonly unknown[] | string | number | boolean | null;
            readonly answer: {
                /** @description How many values there were */
                readonly removed: number;
            };
        };
        /** @description Entries directly in a folder, or one file */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/list": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly path?: string;
                readonly type?: number | string;
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            }[];
        };
        /** @description Entries directly in a folder, or one file (form) */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/list": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description Path in the dataset, / between names */
                readonly path?: string;
                /** @description Only entries of this type. 0 Undefined, 1 Directory, 2 Generic, 3 GeoImage, 4 GeoRaster, 5 PointCloud, 6 Image, 7 DroneDB, 8 Markdown, 9 Video, 10 GeoVideo, 11 Model, 12 Panorama, 13 GeoPanorama, 14 Vector, 15 GaussianSplat, 16 Tiles3D */
                readonly type?: number | string;
                /** @description Most entries of a page */
                readonly limit?: number;
                /** @description Only entries whose paths sort behind this one; see the Link header */
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            }[];
        };
        /** @description Search entries by name, folder, type, time, place and words */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/search": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly query?: string;
                readonly path?: string;
                /** @default true */
                readonly recursive?: boolean;
                readonly type?: number | string;
                readonly types?: string;
                readonly from?: string;
                readonly to?: string;
                readonly bbox?: string;
                readonly text?: string;
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            }[];
        };
        /** @description Search entries by name, folder, type, time, place and words (form) */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/search": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description Pattern of the name, * for any characters and ? for one, in any letter case. Empty: every name */
                readonly query?: string;
                /** @description Path in the dataset, / between names */
                readonly path?: string;
                /**
                 * @description Also in folders of the folder
                 * @default true
                 */
                readonly recursive?: boolean;
                /** @description Only entries of this type. 0 Undefined, 1 Directory, 2 Generic, 3 GeoImage, 4 GeoRaster, 5 PointCloud, 6 Image, 7 DroneDB, 8 Markdown, 9 Video, 10 GeoVideo, 11 Model, 12 Panorama, 13 GeoPanorama, 14 Vector, 15 GaussianSplat, 16 Tiles3D */
                readonly type?: number | string;
                /** @description Only entries of one of these types, divided by commas. 0 Undefined, 1 Directory, 2 Generic, 3 GeoImage, 4 GeoRaster, 5 PointCloud, 6 Image, 7 DroneDB, 8 Markdown, 9 Video, 10 GeoVideo, 11 Model, 12 Panorama, 13 GeoPanorama, 14 Vector, 15 GaussianSplat, 16 Tiles3D */
                readonly types?: string;
                /** @description Taken at this moment or later (RFC 3339); else the time of the file */
                readonly from?: string;
                /** @description Taken at this moment or earlier */
                readonly to?: string;
                /** @description west,south,east,north in degrees; west above east crosses the antimeridian */
                readonly bbox?: string;
                /** @description Words that the texts of the properties hold, all of them; at most 8 */
                readonly text?: string;
                /** @description Most entries of a page */
                readonly limit?: number;
                /** @description Only entries whose paths sort behind this one; see the Link header */
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            }[];
        };
        /** @description Facts of one entry */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/obj": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            };
        };
        /** @description Upload a file, or create a folder (no file part) */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/obj": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path in the dataset, / between names */
                readonly path: string;
                /** @description SHA-256 of the file, hexadecimal */
                readonly sha256?: string;
                /**
                 * Format: binary
                 * @description The file; without it a folder is made
                 */
                readonly file?: string;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            };
        };
        /** @description Move or rename a file, or a folder with all that is in it */
        readonly "PUT /orgs/{orgSlug}/ds/{dsSlug}/obj": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path in the dataset, / between names */
                readonly source: string;
                /** @description Path in the dataset, / between names */
                readonly dest: string;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            };
        };
        /** @description Delete a file, or a folder with all that is in it */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/obj": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            readonly body?: {
                /** @description Path in the dataset, / between names */
                readonly path?: string;
            };
        };
        /** @description Places of photos and videos, as columns */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/places": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path?: string;
                readonly type: number | string;
                readonly from?: string;
                readonly to?: string;
                readonly bbox?: string;
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: {
                readonly paths: readonly string[];
                /** @description Beginning of the SHA-256 of the bytes */
                readonly versions: readonly string[];
                /** @description Longitude, latitude and height (WGS84) */
                readonly positions: readonly (readonly number[])[];
                /** @description Capture times, milliseconds since 1970 */
                readonly times: readonly (number | null)[];
                /** @description Where the camera looked, degrees clockwise from north; null where the file does not say */
                readonly yaws: readonly (number | null)[];
                /** @description Degrees above the horizon that the camera looked, -90 straight down; null where the file does not say */
                readonly pitches: readonly (number | null)[];
                /** @description Degrees clockwise that the camera was turned about its direction; null where the file does not say */
                readonly rolls: readonly (number | null)[];
                /** @description What the height of the position is counted from; null where the file does not say */
                readonly altitudeReferences: readonly (("sea" | "ellipsoid") | null)[];
                /** @description Width and height of the picture at a distance of 1 from the lens; null where the file does not say */
                readonly views: readonly (readonly number[] | null)[];
                /** @description Corners of the ground in the picture: longitude and latitude in turn; null where that is unknown */
                readonly footprints: readonly (readonly number[] | null)[];
            };
        };
        /** @description Copy a file, or a folder with all that is in it, within the dataset */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/obj/copy": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path in the dataset, / between names */
                readonly source: string;
                /** @description Path in the dataset, / between names */
                readonly dest: string;
                /**
                 * @description Replace what is at the destination, if it is of the same kind
                 * @default false
                 */
                readonly overwrite?: boolean;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the bytes; null for folders */
                readonly hash: string | null;
                /** @description 1 folder, 2 generic, 3 geoimage, 4 georaster, 5 point cloud, 6 image, … */
                readonly type: number;
                readonly properties: {
                    readonly [key: string]: unknown;
                } | null;
                /** @description Seconds since 1970 */
                readonly mtime: number;
                /** @description Bytes */
                readonly size: number;
                /** @description Folders above it */
                readonly depth: number;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly point_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description GeoJSON Feature, WGS84 with heights */
                readonly polygon_geom: ({
                    /** @enum {string} */
                    readonly type: "Feature";
                } & {
                    readonly [key: string]: unknown;
                }) | null;
                /** @description queued, building, pending or failed; null when there is nothing to build or it is built */
                readonly buildStatus: string | null;
                readonly buildMissingDependencies: readonly string[];
                /** @description Percent */
                readonly buildProgress: number | null;
                readonly buildError: string | null;
            };
        };
        /** @description Move or copy a file, or a folder with all that is in it, to another dataset */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/transfer": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path in the dataset, / between names */
                readonly sourcePath: string;
                /** @description Slug of the organization it goes to */
                readonly destOrgSlug: string;
                /** @description Slug of the dataset it goes to */
                readonly destDsSlug: string;
                /** @description Path in the dataset, / between names */
                readonly destPath?: string;
                /**
                 * @description Replace what is at the destination, if it is of the same kind
                 * @default false
                 */
                readonly overwrite?: boolean;
                /**
                 * @description Copy rather than move
                 * @default false
                 */
                readonly keepSource?: boolean;
            };
        };
        /** @description Delete many files and folders */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/obj/batch": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly paths?: readonly string[];
            };
            readonly body?: {
                /** @description Paths in the dataset; the field may be repeated */
                readonly paths?: readonly string[];
            };
            readonly answer: {
                readonly deleted: readonly string[];
                /** @description Reasons by path */
                readonly failed: {
                    readonly [key: string]: string;
                };
            };
        };
        /** @description Download a file, or an archive of several */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/download": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly path?: readonly string[];
                /** @default 0 */
                readonly inline?: number;
                /** Format: uuid */
                readonly selection?: string;
            };
            readonly answer: unknown;
        };
        /** @description Download what a form names */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/download": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body?: {
                /** @description Path in the dataset, or several separated by commas; may be given more than once. A path that exists as it stands is one, commas or not. Without any the whole dataset. */
                readonly path?: readonly string[];
                /** @description The same as `path` */
                readonly paths?: readonly string[];
                /**
                 * @description 1: shown, not saved (single files)
                 * @default 0
                 */
                readonly inline?: number;
            };
            readonly answer: unknown;
        };
        /** @description Your open uploads in the dataset */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/uploads": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: readonly {
                /** Format: uuid */
                readonly id: string;
                readonly path: string;
                /** @description Bytes the file will have */
                readonly size: number;
                /** @description Bytes that are stored for good; the next piece begins here */
                readonly received: number;
                /** Format: date-time */
                readonly createdAt: string;
                /**
                 * Format: date-time
                 * @description Until then it can be resumed
                 */
                readonly expiresAt: string;
                readonly finishedAt: string | null;
                /** @description SHA-256 of the file, once it is whole */
                readonly hash: string | null;
            }[];
        };
        /** @description Begin an upload that can be resumed */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/uploads": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
        };
        /** @description How far an upload is */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly id: string;
            };
            readonly answer: {
                /** Format: uuid */
                readonly id: string;
                readonly path: string;
                /** @description Bytes the file will have */
                readonly size: number;
                /** @description Bytes that are stored for good; the next piece begins here */
                readonly received: number;
                /** Format: date-time */
                readonly createdAt: string;
                /**
                 * Format: date-time
                 * @description Until then it can be resumed
                 */
                readonly expiresAt: string;
                readonly finishedAt: string | null;
                /** @description SHA-256 of the file, once it is whole */
                readonly hash: string | null;
            };
        };
        /** @description Give an upload up */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly id: string;
            };
        };
        /** @description Send a piece of an upload */
        readonly "PATCH /orgs/{orgSlug}/ds/{dsSlug}/uploads/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly id: string;
            };
        };
        /** @description Begin a share: a batch of files that become part of a dataset together */
        readonly "POST /share/init": {
            readonly body?: {
                /** @description `organization/dataset`, or an organization; made if missing */
                readonly tag?: string;
                /** @description Organization of a new dataset */
                readonly orgSlug?: string;
                /** @description Name of a new dataset */
                readonly datasetName?: string;
            };
            readonly answer: {
                readonly token: string;
            };
        };
        /** @description A share with its files, in whatever state it is */
        readonly "GET /share/{token}": {
            readonly path: {
                readonly token: string;
            };
            readonly query?: {
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: {
                readonly token: string;
                readonly userName: string;
                /** Format: date-time */
                readonly start: string;
                readonly end: string | null;
                /** @description 0 running, 1 committed, 2 rolled back */
                readonly status: number;
                readonly entries: readonly {
                    readonly path: string;
                    readonly hash: string;
                    readonly type: number;
                    readonly size: number;
                    /** Format: date-time */
                    readonly addedOn: string;
                }[];
                /** @description `organization/dataset` */
                readonly tag: string | null;
            };
        };
        /** @description Upload a file into a share */
        readonly "POST /share/{token}/upload": {
            readonly path: {
                readonly token: string;
            };
            readonly body: {
                /** @description Path in the dataset, / between names */
                readonly path: string;
                /** @description SHA-256 of the file, hexadecimal */
                readonly sha256?: string;
                /**
                 * Format: binary
                 * @description The file
                 */
                readonly file?: string;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the file */
                readonly hash: string;
                readonly size: number;
            };
        };
        /** @description Commit a share: all its files become part of the dataset at once */
        readonly "POST /share/{token}/commit": {
            readonly path: {
                readonly token: string;
            };
            readonly answer: {
                /** @description Page of the dataset, on this server */
                readonly url: string;
                /** @description `organization/dataset` */
                readonly tag: string;
            };
        };
        /** @description Roll a share back: nothing of it stays */
        readonly "POST /share/{token}/rollback": {
            readonly path: {
                readonly token: string;
            };
        };
        /** @description Upload a chunk of a large file into a share */
        readonly "POST /share/{token}/upload/chunked": {
            readonly path: {
                readonly token: string;
            };
            readonly body: {
                /** @description What you call the file while its chunks come */
                readonly fileId: string;
                /** @description Counted from 0 */
                readonly chunkIndex: number;
                readonly totalChunks: number;
                /** @description Bytes of the whole file */
                readonly totalFileSize: number;
                /** @description Not needed; the name is in `path` */
                readonly fileName?: string;
                /** @description Path in the dataset, / between names */
                readonly path: string;
                /** @description MD5 of the chunk, hexadecimal */
                readonly chunkMd5?: string;
                /**
                 * Format: binary
                 * @description Bytes of the chunk
                 */
                readonly chunk?: string;
            };
            readonly answer: {
                readonly path: string;
                /** @description SHA-256 of the file */
                readonly hash: string;
                readonly size: number;
            } | {
                readonly fileId: string;
                /** @description Index of the chunk of this request */
                readonly receivedChunk: number;
                /** @enum {boolean} */
                readonly success: true;
                /** @enum {boolean} */
                readonly isComplete: false;
                readonly hash: null;
                /** @enum {number} */
                readonly size: 0;
            };
        };
        /** @description Chunks of a file that have arrived */
        readonly "GET /share/{token}/upload/chunked": {
            readonly path: {
                readonly token: string;
            };
            readonly query: {
                readonly fileId: string;
            };
            readonly answer: {
                readonly fileId: string;
                readonly path: string;
                readonly totalChunks: number;
                readonly totalFileSize: number;
                /** @description Indexes of what need not be sent again */
                readonly receivedChunks: readonly number[];
                /** @description Whether the file is staged */
                readonly isComplete: boolean;
            };
        };
        /** @description Send a file of a push */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/push/upload": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path of the file in the dataset */
                readonly path: string;
                /** @description From the answer that began the push */
                readonly token: string;
                /**
                 * Format: binary
                 * @description The file
                 */
                readonly file?: string;
            };
        };
        /** @description Finish a push: the dataset becomes what the client has */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/push/commit": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description From the answer that began the push */
                readonly token: string;
            };
        };
        /** @description Build jobs of the dataset as they change */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/builds/events": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: unknown;
        };
        /** @description Build the outputs of a file */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/build": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                readonly path: string;
                /**
                 * @description Also when it is built already
                 * @default false
                 */
                readonly force?: boolean;
            };
        };
        /** @description Build jobs of the dataset, newest first */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/builds": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                /** @default 1 */
                readonly page?: number;
                /** @default 50 */
                readonly pageSize?: number;
                readonly path?: string;
            };
            readonly answer: readonly {
                readonly jobId: string;
                readonly hash: string | null;
                readonly path: string | null;
                /** @description Enqueued, Processing, Succeeded, Failed or Deleted */
                readonly currentState: string;
                readonly progressPercent: number | null;
                /** @description Estimate of the seconds until it ends, of one that waits or runs; null where there is none */
                readonly secondsLeft: number | null;
                readonly phaseMessage: string | null;
                /** @description What became of it: built, complete, deferred (a file it needs is missing), contended, superseded, cleared (of one that was cancelled), or the kind of failure */
                readonly outcome: string | null;
                /** @description Why it failed */
                readonly errorMessage: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly processingAt: string | null;
                readonly succeededAt: string | null;
                readonly failedAt: string | null;
                readonly deletedAt: string | null;
            }[];
        };
        /** @description A build job with its log */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/builds/{jobId}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                /** Format: uuid */
                readonly jobId: string;
            };
            readonly answer: {
                readonly jobId: string;
                readonly hash: string | null;
                readonly path: string | null;
                /** @description Enqueued, Processing, Succeeded, Failed or Deleted */
                readonly currentState: string;
                readonly progressPercent: number | null;
                /** @description Estimate of the seconds until it ends, of one that waits or runs; null where there is none */
                readonly secondsLeft: number | null;
                readonly phaseMessage: string | null;
                /** @description What became of it: built, complete, deferred (a file it needs is missing), contended, superseded, cleared (of one that was cancelled), or the kind of failure */
                readonly outcome: string | null;
                /** @description Why it failed */
                readonly errorMessage: string | null;
                /** Format: date-time */
                readonly createdAt: string;
                readonly processingAt: string | null;
                readonly succeededAt: string | null;
                readonly failedAt: string | null;
                readonly deletedAt: string | null;
                /** @description Its last lines; grows while it runs */
                readonly log: string;
            };
        };
        /** @description Forget the build jobs that have ended */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/builds/clear": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: {
                readonly deletedCount: number;
            };
        };
        /** @description A file of an output, such as cog/cog.tif */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/build/{hash}/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly hash: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly path?: string;
            };
            readonly answer: unknown;
        };
        /** @description Tools with their parameters */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/tools": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: readonly {
                readonly id: string;
                readonly version: string;
                readonly title: string;
                /** @description Read or Write */
                readonly requiredAccess: string;
                /** @description There is a file to download at the end */
                readonly producesArtifact: boolean;
                readonly resultExtension: string | null;
                /** @description Not to be offered */
                readonly hidden: boolean;
                /** @description Offered, and not to be started */
                readonly disabled: boolean;
                readonly disabledMessage: string | null;
                readonly description: string;
                /** @description JSON Schema (draft 2020-12) of `params`; `x-input` is for forms */
                readonly inputSchema: {
                    readonly [key: string]: unknown;
                };
                /** @description Selections with which it is of use */
                readonly offers: readonly {
                    /** @description What is selected: file, files, folder or dataset */
                    readonly on: string;
                    readonly types: readonly number[] | null;
                    readonly bands: {
                        readonly count: number;
                        readonly types: readonly string[];
                    } | null;
                    readonly extensions: readonly string[] | null;
                    readonly parameter: string | null;
                }[];
            }[];
        };
        /** @description Start a task */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/tasks": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /**
                 * @description `id` of a tool
                 * @example bulk-download
                 */
                readonly toolId: string;
                readonly version?: (string | number) | null;
                readonly path?: string | null;
                readonly params?: {
                    readonly [key: string]: unknown;
                } | null;
                readonly force?: boolean | null;
            };
            readonly answer: {
                readonly taskId: string;
                readonly toolId: string;
                readonly version: string;
                /** @description An equivalent task was there */
                readonly deduplicated: boolean;
                readonly statusUrl: string;
                /** @description Of what a tool makes for its caller, once there is any */
                readonly resultUrl: string;
                readonly estimatedOutputBytes: number;
            } | {
                readonly taskId: string;
                readonly toolId: string;
                readonly version: string;
                /** @description An equivalent task was there */
                readonly deduplicated: boolean;
                readonly statusUrl: string;
                /** @description Of what a tool makes for its caller, once there is any */
                readonly resultUrl: string;
                readonly estimatedOutputBytes: number;
            };
        };
        /** @description Tasks of the dataset, newest first */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly toolId?: string;
                readonly state?: "Created" | "Enqueued" | "Scheduled" | "Processing" | "Succeeded" | "Failed" | "Deleted";
                /** @default 0 */
                readonly skip?: number;
                readonly after?: string;
                /** @default 50 */
                readonly take?: number;
                readonly without?: string;
                readonly active?: boolean;
            };
            readonly answer: readonly {
                readonly taskId: string;
                readonly toolId: string;
                /** @description Of the tool */
                readonly version: string;
                /** @description Created, Enqueued, Scheduled, Processing, Succeeded, Failed or Deleted */
                readonly state: string;
                /** Format: date-time */
                readonly createdAt: string;
                readonly startedAt: string | null;
                readonly finishedAt: string | null;
                readonly path: string | null;
                readonly errorType: string | null;
                readonly errorText: string | null;
                readonly progressPercent: number | null;
                readonly phaseMessage: string | null;
                readonly artifactExpiresAt: string | null;
                /** @description Whether the caller may see all of it, and download its result */
                readonly mayOpen: boolean;
                /** @description Whether the caller may cancel it, start it again and forget it */
                readonly mayControl: boolean;
                readonly parentJobId: null;
                readonly workflowExecutionId: null;
                readonly undoneAt: string | null;
                readonly owner: string | null;
            }[];
        };
        /** @description Forget the tasks that have ended */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/clear": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly toolId?: string;
                readonly state?: "Succeeded" | "Failed" | "Deleted";
                readonly without?: string;
            };
            readonly answer: {
                readonly cleared: number;
            };
        };
        /** @description A task: how far it is, the end of its log, what there is to download */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: {
                readonly taskId: string;
                readonly toolId: string;
                /** @description Of the tool */
                readonly version: string;
                /** @description Created, Enqueued, Scheduled, Processing, Succeeded, Failed or Deleted */
                readonly state: string;
                /** Format: date-time */
                readonly createdAt: string;
                readonly startedAt: string | null;
                readonly finishedAt: string | null;
                readonly path: string | null;
                readonly errorType: string | null;
                readonly errorText: string | null;
                readonly undoneAt: string | null;
                /** @description Whether the caller may see all of it, and download its result */
                readonly mayOpen: boolean;
                /** @description Whether the caller may cancel it, start it again and forget it */
                readonly mayControl: boolean;
                readonly owner: string | null;
                readonly parentJobId: null;
                readonly workflowExecutionId: null;
                readonly progress: {
                    readonly percent: number | null;
                    readonly phase: string | null;
                    readonly message: null;
                };
                /** @description Always null; see errorText */
                readonly error: null;
                /** @description Lines there were so far */
                readonly logCursor: number;
                /** @description Its last lines */
                readonly logTail: readonly string[];
                readonly artifact: {
                    /** @description Name it is saved under */
                    readonly name: string;
                    readonly sizeBytes: number;
                    readonly sha256: string;
                    readonly resultUrl: string;
                    /** Format: date-time */
                    readonly expiresAt: string;
                } | null;
                /** @description With defaults, without secrets */
                readonly params: {
                    readonly [key: string]: unknown;
                };
                readonly facts: {
                    readonly [key: string]: unknown;
                } | null;
                readonly estimatedOutputBytes: number;
                /** @description Files it wrote into the dataset, or removed there */
                readonly changedEntries: number;
            };
        };
        /** @description Cancel a task, or mark one that has ended as Deleted */
        readonly "DELETE /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: {
                /** @description False: it was Deleted before */
                readonly deleted: boolean;
            };
        };
        /** @description Lines of the log of a task */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/log": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly query?: {
                /** @default 0 */
                readonly since?: number;
            };
            readonly answer: {
                /** @description To ask with for the lines that follow */
                readonly cursor: number;
                readonly lines: readonly string[];
                /** @description Lines that were asked for are not kept any more */
                readonly truncatedFromTail: boolean;
            };
        };
        /** @description Download what a task made */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/result": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: unknown;
        };
        /** @description Start a task that failed again */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/retry": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: {
                /** @enum {boolean} */
                readonly requeued: true;
            };
        };
        /** @description Forget a task that has ended */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/delete": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: {
                /** @enum {boolean} */
                readonly deleted: true;
            };
        };
        /** @description Remove the files that a task wrote into the dataset */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/undo": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly id: string;
            };
            readonly answer: {
                readonly removed: number;
            };
        };
        /** @description Tasks of the dataset as they change, builds among them */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/events": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: unknown;
        };
        /** @description Tasks of all users and datasets, newest first */
        readonly "GET /sys/tasks": {
            readonly query?: {
                readonly toolId?: string;
                readonly state?: "Created" | "Enqueued" | "Scheduled" | "Processing" | "Succeeded" | "Failed" | "Deleted";
                /** @default 0 */
                readonly skip?: number;
                readonly after?: string;
                /** @default 50 */
                readonly take?: number;
                readonly userId?: string;
            };
            readonly answer: {
                readonly items: readonly {
                    readonly taskId: string;
                    readonly toolId: string;
                    /** @description Of the tool */
                    readonly version: string;
                    /** @description Created, Enqueued, Scheduled, Processing, Succeeded, Failed or Deleted */
                    readonly state: string;
                    /** Format: date-time */
                    readonly createdAt: string;
                    readonly startedAt: string | null;
                    readonly finishedAt: string | null;
                    readonly path: string | null;
                    readonly errorType: string | null;
                    readonly errorText: string | null;
                    readonly progressPercent: number | null;
                    readonly phaseMessage: string | null;
                    readonly artifactExpiresAt: string | null;
                    readonly orgSlug: string | null;
                    readonly dsSlug: string | null;
                    readonly userId: string | null;
                    readonly owner: string | null;
                    readonly import: {
                        /** @description Address of the other installation */
                        readonly source: string;
                        /** @description `organization` or `organization/dataset` there */
                        readonly from: string;
                        /** @description `organization` or `organization/dataset` here */
                        readonly to: string;
                        readonly datasets: number | null;
                        readonly files: number | null;
                        readonly failures: number | null;
                    } | null;
                }[];
                readonly total: number;
                readonly skip: number;
                readonly take: number;
            };
        };
        /** @description Cancel a task of a dataset, or mark one that has ended as Deleted */
        readonly "POST /sys/tasks/{id}/cancel": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: {
                /** @description False: it was Deleted before */
                readonly deleted: boolean;
            };
        };
        /** @description Start a task of a dataset that failed again */
        readonly "POST /sys/tasks/{id}/retry": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: {
                /** @enum {boolean} */
                readonly requeued: true;
            };
        };
        /** @description Remove the record of a task that has ended */
        readonly "POST /sys/tasks/{id}/delete": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: {
                /** @enum {boolean} */
                readonly deleted: true;
            };
        };
        /** @description Root catalog: the datasets that the caller may read */
        readonly "GET /stac": {
            readonly answer: {
                /** @enum {string} */
                readonly type: "Catalog";
                readonly stac_version: string;
                readonly id: string;
                readonly description: string;
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Classes of the STAC API and OGC API standards that the service keeps to */
        readonly "GET /stac/conformance": {
            readonly answer: {
                readonly conformsTo: readonly string[];
            };
        };
        /** @description Datasets that the caller may read, as collections, by their slugs */
        readonly "GET /stac/collections": {
            readonly query?: {
                readonly limit?: number;
                readonly token?: string;
            };
            readonly answer: {
                readonly collections: readonly ({
                    /** @enum {string} */
                    readonly type: "Collection";
                    readonly stac_version: string;
                    /** @description `organization:dataset` */
                    readonly id: string;
                    readonly title: string;
                    readonly description: string;
                    readonly license: string;
                    readonly extent: {
                        readonly [key: string]: unknown;
                    };
                    readonly links: readonly ({
                        readonly rel: string;
                        /** Format: uri */
                        readonly href: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly numberReturned: number;
            };
        };
        /** @description Dataset as a collection */
        readonly "GET /stac/collections/{collectionId}": {
            readonly path: {
                readonly collectionId: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "Collection";
                readonly stac_version: string;
                /** @description `organization:dataset` */
                readonly id: string;
                readonly title: string;
                readonly description: string;
                readonly license: string;
                readonly extent: {
                    readonly [key: string]: unknown;
                };
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Entries of the dataset that have a place, by their paths */
        readonly "GET /stac/collections/{collectionId}/items": {
            readonly path: {
                readonly collectionId: string;
            };
            readonly query?: {
                readonly bbox?: string;
                readonly datetime?: string;
                readonly limit?: number;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "FeatureCollection";
                readonly features: readonly ({
                    /** @enum {string} */
                    readonly type: "Feature";
                    readonly stac_version: string;
                    /** @description Path of the file in URL-safe base64 */
                    readonly id: string;
                    readonly collection: string;
                    readonly geometry: {
                        readonly [key: string]: unknown;
                    };
                    readonly bbox: readonly number[];
                    readonly properties: {
                        readonly [key: string]: unknown;
                    };
                    readonly assets: {
                        readonly [key: string]: unknown;
                    };
                    readonly links: readonly ({
                        readonly rel: string;
                        /** Format: uri */
                        readonly href: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly numberReturned: number;
                /** @description Absent where only a count of all matches could tell */
                readonly numberMatched?: number;
            };
        };
        /** @description One item */
        readonly "GET /stac/collections/{collectionId}/items/{itemId}": {
            readonly path: {
                readonly collectionId: string;
                readonly itemId: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "Feature";
                readonly stac_version: string;
                /** @description Path of the file in URL-safe base64 */
                readonly id: string;
                readonly collection: string;
                readonly geometry: {
                    readonly [key: string]: unknown;
                };
                readonly bbox: readonly number[];
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly assets: {
                    readonly [key: string]: unknown;
                };
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Dataset as a STAC collection, with links to its first 1000 items */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/stac": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "Collection";
                readonly stac_version: string;
                /** @description `organization:dataset` */
                readonly id: string;
                readonly title: string;
                readonly description: string;
                readonly license: string;
                readonly extent: {
                    readonly [key: string]: unknown;
                };
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Entry as a STAC item, by its path in base64 */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/stac/{itemId}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly itemId: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "Feature";
                readonly stac_version: string;
                /** @description Path of the file in URL-safe base64 */
                readonly id: string;
                readonly collection: string;
                readonly geometry: {
                    readonly [key: string]: unknown;
                };
                readonly bbox: readonly number[];
                readonly properties: {
                    readonly [key: string]: unknown;
                };
                readonly assets: {
                    readonly [key: string]: unknown;
                };
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Search for items by box or geometry, time, ids and collections */
        readonly "GET /stac/search": {
            readonly query?: {
                readonly bbox?: string;
                readonly datetime?: string;
                readonly limit?: number;
                readonly token?: string;
                readonly intersects?: string;
                readonly ids?: string;
                readonly collections?: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "FeatureCollection";
                readonly features: readonly ({
                    /** @enum {string} */
                    readonly type: "Feature";
                    readonly stac_version: string;
                    /** @description Path of the file in URL-safe base64 */
                    readonly id: string;
                    readonly collection: string;
                    readonly geometry: {
                        readonly [key: string]: unknown;
                    };
                    readonly bbox: readonly number[];
                    readonly properties: {
                        readonly [key: string]: unknown;
                    };
                    readonly assets: {
                        readonly [key: string]: unknown;
                    };
                    readonly links: readonly ({
                        readonly rel: string;
                        /** Format: uri */
                        readonly href: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly numberReturned: number;
                /** @description Absent where only a count of all matches could tell */
                readonly numberMatched?: number;
            };
        };
        /** @description Search for items, as a body */
        readonly "POST /stac/search": {
            readonly body?: {
                readonly bbox?: readonly number[];
                /** @description GeoJSON geometry */
                readonly intersects?: {
                    readonly [key: string]: unknown;
                };
                /** @description Moment or interval `begin/end` as in RFC 3339; `..` is an open end */
                readonly datetime?: string;
                readonly ids?: readonly string[];
                readonly collections?: readonly string[];
                /** @description Most on a page; default: 10; more than 1000 are taken for 1000 */
                readonly limit?: number;
                /** @description Where the page begins, from the `next` link of the one before */
                readonly token?: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "FeatureCollection";
                readonly features: readonly ({
                    /** @enum {string} */
                    readonly type: "Feature";
                    readonly stac_version: string;
                    /** @description Path of the file in URL-safe base64 */
                    readonly id: string;
                    readonly collection: string;
                    readonly geometry: {
                        readonly [key: string]: unknown;
                    };
                    readonly bbox: readonly number[];
                    readonly properties: {
                        readonly [key: string]: unknown;
                    };
                    readonly assets: {
                        readonly [key: string]: unknown;
                    };
                    readonly links: readonly ({
                        readonly rel: string;
                        /** Format: uri */
                        readonly href: string;
                    } & {
                        readonly [key: string]: unknown;
                    })[];
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly links: readonly ({
                    readonly rel: string;
                    /** Format: uri */
                    readonly href: string;
                } & {
                    readonly [key: string]: unknown;
                })[];
                readonly numberReturned: number;
                /** @description Absent where only a count of all matches could tell */
                readonly numberMatched?: number;
            };
        };
        /** @description Organizations, datasets and files by name, text and place, of all that the caller may find */
        readonly "GET /search": {
            readonly query?: {
                readonly q?: string;
                readonly bbox?: string;
                /** @enum {unknown} */
                readonly kind?: "organization" | "dataset" | "file";
                /** @default 20 */
                readonly limit?: number;
                readonly after?: string;
            };
            readonly answer: readonly {
                /**
                 * @description A folder is a file of type 1.
                 * @enum {unknown}
                 */
                readonly kind: "organization" | "dataset" | "file";
                /**
                 * @description Where the words are: the whole name, its beginning, a part, another text
                 * @enum {unknown}
                 */
                readonly match: "exact" | "prefix" | "part" | "text" | "place";
                readonly orgSlug: string;
                /** @description Name of the organization */
                readonly organization: string;
                /** @description Null for an organization */
                readonly dsSlug: string | null;
                /** @description Name of the dataset; null for an organization */
                readonly dataset: string | null;
                /** @description Path in the dataset; null for what is no file */
                readonly path: string | null;
                /** @description Type of the entry; null for what is no file */
                readonly type: number | null;
                /** @description Description of an organization, tagline of a dataset */
                readonly text: string | null;
                /** @description Whether everybody may read the organization, or the dataset */
                readonly isPublic: boolean;
            }[];
        };
        /** @description Extents of the datasets that the caller may find */
        readonly "GET /search/extents": {
            readonly query?: {
                readonly orgSlug?: string;
                /** @default 500 */
                readonly limit?: number;
                /** Format: uuid */
                readonly after?: string;
            };
            readonly answer: readonly {
                readonly orgSlug: string;
                /** @description Name of the organization */
                readonly organization: string;
                readonly dsSlug: string;
                /** @description Name of the dataset */
                readonly dataset: string;
                /** @description Whether everybody may read the dataset */
                readonly isPublic: boolean;
                /** @description West, south, east and north of the files of the dataset that have a place, in degrees */
                readonly bbox: readonly number[];
            }[];
        };
        /** @description Import a dataset from another instance */
        readonly "POST /sys/import-dataset": {
            readonly body?: {
                /** @description Address of the other instance, `https://host[:port]`; `sourceUrl` is taken too */
                readonly sourceRegistryUrl?: string;
                /** @description The same */
                readonly sourceUrl?: string;
                /** @description Name to sign in with there; absent: what is public is imported. `userName` is taken too */
                readonly username?: string;
                /** @description Password to sign in with there; it is not kept */
                readonly password?: string;
                /** @description Instead of both: a bearer token of the other instance */
                readonly token?: string;
                /** @description Slug there; `orgSlug` is taken too */
                readonly sourceOrganization?: string;
                /** @description The same */
                readonly orgSlug?: string;
                /** @description Slug here; default: that of the source. `targetOrgSlug` is taken too */
                readonly destinationOrganization?: string;
                /** @description The same */
                readonly targetOrgSlug?: string;
                /** @description 0 Archive, 1 ParallelFiles */
                readonly mode?: number | string;
                /**
                 * @description Answer 202 with the id of the job at once
                 * @default false
                 */
                readonly async?: boolean;
                /** @description Slug there; `dsSlug` is taken too */
                readonly sourceDataset?: string;
                /** @description The same */
                readonly dsSlug?: string;
                /** @description Slug here; default: that of the source. `targetDsSlug` is taken too */
                readonly destinationDataset?: string;
                /** @description The same */
                readonly targetDsSlug?: string;
            };
            readonly answer: {
                readonly importedItems: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    /** @description Bytes that were transferred */
                    readonly size: number;
                    /** @description Files that were transferred */
                    readonly fileCount: number;
                    /** @description Files that were here already, with the same hash */
                    readonly skippedFileCount: number;
                    /** @description Files of which the source tells no SHA-256: only their size was compared */
                    readonly unverifiedFileCount?: number;
                    /** Format: date-time */
                    readonly importedAt: string;
                }[];
                readonly errors: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    readonly message: string;
                    /** @description 0 authentication, 1 download, 2 save, 3 general */
                    readonly phase: number;
                }[];
                readonly fileErrors: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    readonly filePath: string;
                    readonly message: string;
                    readonly retryCount: number;
                }[];
                readonly totalSize: number;
                readonly totalFiles: number;
                readonly skippedFiles: number;
                /** @description [d.]hh:mm:ss.fff */
                readonly duration: string;
            } | {
                readonly jobId: string;
            };
        };
        /** @description Import all datasets of an organization of another instance */
        readonly "POST /sys/import-organization": {
            readonly body?: {
                /** @description Address of the other instance, `https://host[:port]`; `sourceUrl` is taken too */
                readonly sourceRegistryUrl?: string;
                /** @description The same */
                readonly sourceUrl?: string;
                /** @description Name to sign in with there; absent: what is public is imported. `userName` is taken too */
                readonly username?: string;
                /** @description Password to sign in with there; it is not kept */
                readonly password?: string;
                /** @description Instead of both: a bearer token of the other instance */
                readonly token?: string;
                /** @description Slug there; `orgSlug` is taken too */
                readonly sourceOrganization?: string;
                /** @description The same */
                readonly orgSlug?: string;
                /** @description Slug here; default: that of the source. `targetOrgSlug` is taken too */
                readonly destinationOrganization?: string;
                /** @description The same */
                readonly targetOrgSlug?: string;
                /** @description 0 Archive, 1 ParallelFiles */
                readonly mode?: number | string;
                /**
                 * @description Answer 202 with the id of the job at once
                 * @default false
                 */
                readonly async?: boolean;
            };
            readonly answer: {
                readonly importedItems: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    /** @description Bytes that were transferred */
                    readonly size: number;
                    /** @description Files that were transferred */
                    readonly fileCount: number;
                    /** @description Files that were here already, with the same hash */
                    readonly skippedFileCount: number;
                    /** @description Files of which the source tells no SHA-256: only their size was compared */
                    readonly unverifiedFileCount?: number;
                    /** Format: date-time */
                    readonly importedAt: string;
                }[];
                readonly errors: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    readonly message: string;
                    /** @description 0 authentication, 1 download, 2 save, 3 general */
                    readonly phase: number;
                }[];
                readonly fileErrors: readonly {
                    readonly organization: string;
                    readonly dataset: string | null;
                    readonly filePath: string;
                    readonly message: string;
                    readonly retryCount: number;
                }[];
                readonly totalSize: number;
                readonly totalFiles: number;
                readonly skippedFiles: number;
                /** @description [d.]hh:mm:ss.fff */
                readonly duration: string;
            } | {
                readonly jobId: string;
            };
        };
        /** @description Nodes that process photos */
        readonly "GET /sys/processingNodes": {
            readonly answer: readonly {
                readonly id: string;
                readonly title: string;
            }[];
        };
        /** @description Whether a node answers, and how busy it is */
        readonly "GET /sys/processingNodes/{id}/status": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: {
                readonly id: string;
                readonly reachable: boolean;
                readonly version: string | null;
                readonly engine: string | null;
                readonly engineVersion: string | null;
                readonly taskQueueCount: number | null;
                readonly maxParallelTasks: number | null;
                readonly errorMessage: string | null;
            };
        };
        /** @description Options that a node takes, with their values where none are given */
        readonly "GET /sys/processingNodes/{id}/options": {
            readonly path: {
                readonly id: string;
            };
            readonly answer: readonly {
                readonly name: string;
                readonly type: string;
                readonly domain: (string | number | boolean | null) | readonly (string | number | boolean | null)[];
                readonly help: string;
                readonly value: string | number | boolean | null;
            }[];
        };
        /** @description Vector tile of a vector file (Web Mercator, y from the north) */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/mvt/{hash}/{z}/{x}/{y}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly hash: string;
                readonly z: string;
                readonly x: string;
                readonly y: string;
            };
            readonly query?: {
                readonly path?: string;
                readonly layer?: string;
                readonly v?: string;
            };
            readonly answer?: unknown;
        };
        /** @description Zooms, bounds, layers and attributes of the vector tiles of a file (TileJSON 3) */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/mvt/{hash}/metadata.json": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly hash: string;
            };
            readonly query?: {
                readonly path?: string;
            };
            readonly answer: {
                readonly tilejson: string;
            } & {
                readonly [key: string]: unknown;
            };
        };
        /** @description Web Coverage Service 2.0.1, 1.1.0 to 1.1.2 and 1.0.0 */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wcs": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly coverageId?: unknown;
                readonly identifier?: unknown;
                readonly identifiers?: unknown;
                readonly coverage?: unknown;
                readonly subset?: unknown;
                readonly subsettingCrs?: unknown;
                readonly outputCrs?: unknown;
                readonly scaleFactor?: unknown;
                readonly scaleAxes?: unknown;
                readonly scaleSize?: unknown;
                readonly scaleExtent?: unknown;
                readonly rangeSubset?: unknown;
                readonly interpolation?: unknown;
                readonly format?: unknown;
                readonly mediaType?: unknown;
                readonly boundingBox?: unknown;
                readonly gridBaseCRS?: unknown;
                readonly gridOrigin?: unknown;
                readonly gridOffsets?: unknown;
                readonly crs?: unknown;
                readonly response_crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly resx?: unknown;
                readonly resy?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description Web Coverage Service 2.0.1, 1.1.0 to 1.1.2 and 1.0.0: bodies are refused */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/wcs": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly coverageId?: unknown;
                readonly identifier?: unknown;
                readonly identifiers?: unknown;
                readonly coverage?: unknown;
                readonly subset?: unknown;
                readonly subsettingCrs?: unknown;
                readonly outputCrs?: unknown;
                readonly scaleFactor?: unknown;
                readonly scaleAxes?: unknown;
                readonly scaleSize?: unknown;
                readonly scaleExtent?: unknown;
                readonly rangeSubset?: unknown;
                readonly interpolation?: unknown;
                readonly format?: unknown;
                readonly mediaType?: unknown;
                readonly boundingBox?: unknown;
                readonly gridBaseCRS?: unknown;
                readonly gridOrigin?: unknown;
                readonly gridOffsets?: unknown;
                readonly crs?: unknown;
                readonly response_crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly resx?: unknown;
                readonly resy?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description Web Coverage Service 2.0.1, 1.1.0 to 1.1.2 and 1.0.0, of one folder */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wcs/p/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly coverageId?: unknown;
                readonly identifier?: unknown;
                readonly identifiers?: unknown;
                readonly coverage?: unknown;
                readonly subset?: unknown;
                readonly subsettingCrs?: unknown;
                readonly outputCrs?: unknown;
                readonly scaleFactor?: unknown;
                readonly scaleAxes?: unknown;
                readonly scaleSize?: unknown;
                readonly scaleExtent?: unknown;
                readonly rangeSubset?: unknown;
                readonly interpolation?: unknown;
                readonly format?: unknown;
                readonly mediaType?: unknown;
                readonly boundingBox?: unknown;
                readonly gridBaseCRS?: unknown;
                readonly gridOrigin?: unknown;
                readonly gridOffsets?: unknown;
                readonly crs?: unknown;
                readonly response_crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly resx?: unknown;
                readonly resy?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description Features of the vector layers (WFS 2.0.0 and 1.1.0) */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wfs": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly typeNames?: unknown;
                readonly count?: unknown;
                readonly startIndex?: unknown;
                readonly bbox?: unknown;
                readonly srsName?: unknown;
                readonly propertyName?: unknown;
                readonly sortBy?: unknown;
                readonly resourceId?: unknown;
                readonly resultType?: unknown;
                readonly outputFormat?: unknown;
                readonly filter?: unknown;
                readonly cql_filter?: unknown;
                readonly valueReference?: unknown;
                readonly storedQuery_id?: unknown;
                readonly id?: unknown;
                readonly namespaces?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description Features of the vector layers (WFS 2.0.0 and 1.1.0): bodies are refused */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/wfs": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly typeNames?: unknown;
                readonly count?: unknown;
                readonly startIndex?: unknown;
                readonly bbox?: unknown;
                readonly srsName?: unknown;
                readonly propertyName?: unknown;
                readonly sortBy?: unknown;
                readonly resourceId?: unknown;
                readonly resultType?: unknown;
                readonly outputFormat?: unknown;
                readonly filter?: unknown;
                readonly cql_filter?: unknown;
                readonly valueReference?: unknown;
                readonly storedQuery_id?: unknown;
                readonly id?: unknown;
                readonly namespaces?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description Features of the vector layers (WFS 2.0.0 and 1.1.0), of one folder */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wfs/p/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly typeNames?: unknown;
                readonly count?: unknown;
                readonly startIndex?: unknown;
                readonly bbox?: unknown;
                readonly srsName?: unknown;
                readonly propertyName?: unknown;
                readonly sortBy?: unknown;
                readonly resourceId?: unknown;
                readonly resultType?: unknown;
                readonly outputFormat?: unknown;
                readonly filter?: unknown;
                readonly cql_filter?: unknown;
                readonly valueReference?: unknown;
                readonly storedQuery_id?: unknown;
                readonly id?: unknown;
                readonly namespaces?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMS: pictures of any area */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wms": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly layers?: unknown;
                readonly styles?: unknown;
                readonly crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly format?: unknown;
                readonly transparent?: unknown;
                readonly bgcolor?: unknown;
                readonly exceptions?: unknown;
                readonly query_layers?: unknown;
                readonly info_format?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
                readonly feature_count?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMS: pictures of any area: bodies are refused */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/wms": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly layers?: unknown;
                readonly styles?: unknown;
                readonly crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly format?: unknown;
                readonly transparent?: unknown;
                readonly bgcolor?: unknown;
                readonly exceptions?: unknown;
                readonly query_layers?: unknown;
                readonly info_format?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
                readonly feature_count?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMS: pictures of any area, of one folder */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wms/p/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly layers?: unknown;
                readonly styles?: unknown;
                readonly crs?: unknown;
                readonly bbox?: unknown;
                readonly width?: unknown;
                readonly height?: unknown;
                readonly format?: unknown;
                readonly transparent?: unknown;
                readonly bgcolor?: unknown;
                readonly exceptions?: unknown;
                readonly query_layers?: unknown;
                readonly info_format?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
                readonly feature_count?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMTS 1.0.0: map tiles and vector tiles */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wmts": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
                readonly format?: unknown;
                readonly tileMatrixSet?: unknown;
                readonly tileMatrix?: unknown;
                readonly tileRow?: unknown;
                readonly tileCol?: unknown;
                readonly v?: unknown;
                readonly infoFormat?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMTS 1.0.0: map tiles and vector tiles: bodies are refused */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/wmts": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
                readonly format?: unknown;
                readonly tileMatrixSet?: unknown;
                readonly tileMatrix?: unknown;
                readonly tileRow?: unknown;
                readonly tileCol?: unknown;
                readonly v?: unknown;
                readonly infoFormat?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMTS 1.0.0: map tiles and vector tiles, of one folder */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wmts/p/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly service?: unknown;
                readonly request?: unknown;
                readonly version?: unknown;
                readonly acceptVersions?: unknown;
                readonly sections?: unknown;
                readonly layer?: unknown;
                readonly style?: unknown;
                readonly format?: unknown;
                readonly tileMatrixSet?: unknown;
                readonly tileMatrix?: unknown;
                readonly tileRow?: unknown;
                readonly tileCol?: unknown;
                readonly v?: unknown;
                readonly infoFormat?: unknown;
                readonly i?: unknown;
                readonly j?: unknown;
            };
            readonly answer: unknown;
        };
        /** @description WMTS 1.0.0: a tile, or the capabilities, by address */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/wmts/1.0.0/{*}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly "*": string;
            };
            readonly query?: {
                readonly v?: string;
            };
            readonly answer?: unknown;
        };
        /** @description Values of an attribute of a vector file: the most frequent ones, and quantiles of numbers */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/vector/values": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
                readonly layer?: string;
                readonly property: string;
            };
            readonly answer: {
                readonly kind: "number" | "boolean" | "date" | "text";
                /** @description Features that were read */
                readonly count: number;
                /** @description Of those, features without a value */
                readonly nulls: number;
                /** @description True where only every n-th feature was read: of more than a million */
                readonly isSampled: boolean;
                /** @description Different values, the most frequent first; at most 1,000 */
                readonly values: readonly {
                    readonly value: string | number | boolean;
                    readonly count: number;
                }[];
                /** @description False where there are more different values */
                readonly isComplete: boolean;
                /** @description Of numbers: minimum, 1 % quantile, and so on to the maximum; 101 numbers */
                readonly quantiles: readonly number[];
            };
        };
        /** @description OGC API of a dataset: where everything is */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: standards that are kept */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/conformance": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API of a dataset: its definition as OpenAPI 3.0 */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/api": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: the vector layers of a dataset */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: a layer */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: what features of a layer can be searched by */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/queryables": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: what features of a layer can be sorted by */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/sortables": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: attributes of a layer */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/schema": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: features of a layer, page by page */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/items": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: unknown;
        };
        /** @description OGC API: one feature */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/items/{featureId}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
                readonly featureId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: the tile sets of a layer */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/tiles": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: one tile set of a layer */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/tiles/{tileMatrixSet}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
                readonly tileMatrixSet: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: one tile of a layer */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/collections/{collectionId}/tiles/{tileMatrixSet}/{z}/{y}/{x}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly collectionId: string;
                readonly tileMatrixSet: string;
                readonly z: string;
                readonly y: string;
                readonly x: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer?: string;
        };
        /** @description OGC API: pyramids of tiles */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/tileMatrixSets": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description OGC API: one pyramid of tiles */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/ogcapi/tileMatrixSets/{tileMatrixSet}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly tileMatrixSet: string;
            };
            readonly query?: {
                readonly f?: string;
            };
            readonly answer: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Map tile of a raster or a point cloud (Web Mercator, y from the north) */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/tiles/{z}/{x}/{y}": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
                readonly z: string;
                readonly x: string;
                readonly y: string;
            };
            readonly query: {
                /** @enum {unknown} */
                readonly style?: "default" | "NDVI" | "NDRE" | "NDWI" | "SAVI" | "EVI" | "hillshade" | "elevation";
                readonly bands?: string;
                readonly rescale?: string;
                /** @enum {unknown} */
                readonly colormap?: "rdylgn" | "discrete_ndvi" | "spectral" | "viridis" | "plasma" | "inferno" | "magma" | "grayscale" | "ironbow" | "rainbow" | "bugn" | "whitehot" | "blackhot" | "arctic" | "lava" | "terrain" | "blues" | "greys";
                /** @enum {unknown} */
                readonly expression?: "VARI" | "EXG" | "GLI" | "vNDVI" | "NDVI" | "NDWI" | "GNDVI" | "SAVI" | "EVI" | "NDRE" | "NDYI" | "MPRI" | "OSAVI" | "GRVI" | "ENDVI" | "ARVI" | "CELSIUS" | "KELVIN";
                /** @enum {unknown} */
                readonly encoding?: "terrarium" | "mapbox";
                readonly fill?: string;
                readonly path: string;
            };
            readonly answer: unknown;
        };
        /** @description Bands, looks, colours and bounds of a raster */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/raster/info": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
            };
            readonly answer: {
                /** @description Of the built map, in pixels */
                readonly width: number;
                readonly height: number;
                /** @description Zoom of the coarsest overview */
                readonly minZoom: number;
                /** @description Zoom of all pixels: tiles of deeper ones are enlarged */
                readonly maxZoom: number;
                /** @description West, south, east, north in degrees; beyond 180 across the antimeridian */
                readonly bounds: readonly number[];
                readonly bands: readonly {
                    /** @description From 1 */
                    readonly number: number;
                    /** @description What its maker called it; empty for none */
                    readonly name: string;
                    /** @enum {unknown} */
                    readonly colorInterp: "red" | "green" | "blue" | "alpha" | "grey" | "other";
                    /** @example uint16 */
                    readonly type: string;
                    /** @description Empty for none */
                    readonly unit: string;
                    readonly metresPerUnit: number | null;
                    /** @description A stored number stands for number × scale + offset */
                    readonly scale: number;
                    readonly offset: number;
                    readonly nodata: number | null;
                    readonly min: number | null;
                    readonly max: number | null;
                    readonly mean: number | null;
                    readonly stdDev: number | null;
                    readonly percentile2: number | null;
                    readonly percentile98: number | null;
                }[];
                /** @description What is drawn in the default style */
                readonly displayBands: readonly number[];
                readonly styles: readonly {
                    readonly name: string;
                    readonly title: string;
                    readonly legend: {
                        readonly low: number;
                        readonly high: number;
                        /** @description From low to high, evenly spread */
                        readonly colours: readonly string[];
                    } | null;
                }[];
                /** @description Indices that the bands are enough for */
                readonly indices: readonly {
                    readonly name: string;
                    readonly title: string;
                    /** @description As people write it */
                    readonly expression: string;
                    readonly range: readonly number[] | null;
                    /** @description In the order of the formula */
                    readonly bands: readonly number[];
                }[];
                readonly colormaps: readonly {
                    readonly name: string;
                    /** @description Whether colours do not blend */
                    readonly classes: boolean;
                    /** @description From low to high, evenly spread */
                    readonly colours: readonly string[];
                }[];
                /** @description Whether it has reliefs, heights as tiles, and volumes */
                readonly isElevation: boolean;
            };
        };
        /** @description Statistics and histograms of bands of a raster, or of an index */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/raster/statistics": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
                readonly bands?: string;
                /** @enum {unknown} */
                readonly expression?: "VARI" | "EXG" | "GLI" | "vNDVI" | "NDVI" | "NDWI" | "GNDVI" | "SAVI" | "EVI" | "NDRE" | "NDYI" | "MPRI" | "OSAVI" | "GRVI" | "ENDVI" | "ARVI" | "CELSIUS" | "KELVIN";
                readonly bbox?: string;
            };
            readonly answer: {
                /** @description Whether an overview was read rather than all pixels */
                readonly approximate: boolean;
                /** @description Pixels that were read */
                readonly width: number;
                readonly height: number;
                readonly items: readonly {
                    readonly band: number | null;
                    readonly expression: string | null;
                    /** @description Pixels with a value */
                    readonly count: number;
                    readonly min: number | null;
                    readonly max: number | null;
                    readonly mean: number | null;
                    readonly stdDev: number | null;
                    readonly percentile2: number | null;
                    readonly percentile98: number | null;
                    readonly histogram: {
                        readonly min: number;
                        readonly max: number;
                        /** @description 64 equal bins from min to max */
                        readonly counts: readonly number[];
                    } | null;
                }[];
            };
        };
        /** @description Values of a raster at a place */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/raster/value": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
                readonly lon: number;
                readonly lat: number;
            };
            readonly answer: {
                readonly lon: number;
                readonly lat: number;
                readonly column: number | null;
                readonly row: number | null;
                readonly bands: readonly {
                    /** @description From 1 */
                    readonly number: number;
                    readonly name: string;
                    /** @description Empty for none */
                    readonly unit: string;
                    /** @description Metres in a unit of the value, where it is a height */
                    readonly metresPerUnit: number;
                    readonly value: number | null;
                }[];
                readonly indices: readonly {
                    readonly name: string;
                    readonly value: number | null;
                }[];
            };
        };
        /** @description Profile of a raster along a line */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/raster/profile": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path of the raster in the dataset */
                readonly path: string;
                /** @description LineString of GeoJSON in longitude and latitude */
                readonly line: {
                    /** @enum {unknown} */
                    readonly type: "LineString";
                    readonly coordinates: readonly (readonly number[])[];
                };
                /**
                 * @description Places on the line
                 * @default 256
                 */
                readonly samples?: number;
                /**
                 * @description Number of the band, from 1
                 * @default 1
                 */
                readonly band?: number;
            };
            readonly answer: {
                /** @description Metres on the ellipsoid (WGS 84) */
                readonly length: number;
                readonly band: number;
                /** @description As the band names it; empty for none */
                readonly unit: string;
                /** @description Metres in a unit of the values, where they are heights */
                readonly metresPerUnit: number;
                /** @description Metres from the begin of the line */
                readonly distances: readonly number[];
                /** @description With scale and offset; null where there is none */
                readonly values: readonly (number | null)[];
                /** @description Longitude and latitude of each sample */
                readonly positions: readonly (readonly number[])[];
                readonly min: number | null;
                readonly max: number | null;
            };
        };
        /** @description Volume between a raster of heights and a base */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/raster/volume": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Path of the raster in the dataset */
                readonly path: string;
                /** @description Polygon of GeoJSON in longitude and latitude, with holes where it has some */
                readonly polygon: {
                    /** @enum {unknown} */
                    readonly type: "Polygon";
                    readonly coordinates: readonly (readonly (readonly number[])[])[];
                };
                /**
                 * @description The lowest height along the border, the average of those, a plane fitted to them, or a height in metres
                 * @default plane
                 */
                readonly base?: ("lowest" | "average" | "plane") | number;
            };
            readonly answer: {
                /** @description Cubic metres above the base */
                readonly cut: number;
                /** @description Cubic metres below the base */
                readonly fill: number;
                /** @description Cut less fill */
                readonly net: number;
                /** @description Square metres of the polygon that have heights */
                readonly area: number;
                /** @description Square metres of the polygon without heights, which count for nothing */
                readonly missing: number;
                readonly base: {
                    /** @enum {unknown} */
                    readonly kind: "lowest" | "average" | "plane" | "height";
                    /** @description Metres; of a plane in the middle of the polygon */
                    readonly height: number;
                };
                /** @description Lowest height within, in metres */
                readonly lowest: number;
                readonly highest: number;
                /** @description Metres of a cell on the ground along its row, and along its column */
                readonly cellSize: readonly number[];
                /** @description Cells within the polygon */
                readonly cells: number;
                /**
                 * @description The uploaded file, or an overview of the built map where it has more than 4 Mi cells
                 * @enum {unknown}
                 */
                readonly source: "original" | "overview";
            };
        };
        /** @description Where a video was taken, moment by moment */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/videos/track": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query: {
                readonly path: string;
            };
            readonly answer: {
                /** @enum {string} */
                readonly type: "Feature";
                readonly geometry: {
                    /** @enum {string} */
                    readonly type: "LineString";
                    /** @description Longitude, latitude and, where it is known, altitude in metres */
                    readonly coordinates: readonly (readonly number[])[];
                } | null;
                readonly properties: {
                    /** @description Path of the video */
                    readonly path: string;
                    /** @description For each of the places the second of the video at which the camera was there */
                    readonly seconds: readonly number[];
                };
            };
        };
        /** @description Height of the sea above the ellipsoid */
        readonly "GET /geoid": {
            readonly query: {
                readonly longitude: number;
                readonly latitude: number;
            };
            readonly answer: {
                /** @description Metres */
                readonly height: number;
            };
        };
        /** @description Thumbnail of an entry, or of the dataset (no path) */
        readonly "GET /orgs/{orgSlug}/ds/{dsSlug}/thumb": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly query?: {
                readonly path?: string;
                /** @default 512 */
                readonly size?: number;
            };
            readonly answer: unknown;
        };
        /** @description Begin a push: what must be sent so that the dataset becomes what the client has */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/push/init": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description Of the stamp the dataset had when the client last looked; not for a new one */
                readonly checksum?: string;
                /** @description The stamp of the client, as JSON */
                readonly stamp: string;
            };
            readonly answer: {
                readonly neededFiles: readonly string[] | null;
                readonly neededMeta: readonly string[] | null;
                /** @description The dataset has changed: nothing was begun, and the rest is null */
                readonly pullRequired: boolean;
                readonly token: string | null;
            };
        };
        /** @description Send metadata of a push */
        readonly "POST /orgs/{orgSlug}/ds/{dsSlug}/push/meta": {
            readonly path: {
                readonly orgSlug: string;
                readonly dsSlug: string;
            };
            readonly body: {
                /** @description A list as the answer of `meta/dump`, as JSON */
                readonly meta: string;
                /** @description From the answer that began the push */
                readonly token: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
