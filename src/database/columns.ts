import type { ColumnType, JSONColumnType } from 'kysely';

export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
export type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** JSON that may be any value: written as text, read parsed. */
export type Json<T> = JSONColumnType<T & object>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
