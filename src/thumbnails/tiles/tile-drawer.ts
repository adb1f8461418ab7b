import type { TProperties } from 'typebox';
import type { OutputFile } from '../../builds/index.ts';
import type { EncodedImage, ImageFormat } from '../../render/index.ts';

/** `best` leaves the choice to the drawer, for a client that takes any format. */
export type TileFormat = ImageFormat | 'best';

/** A tile of the WebMercatorQuad grid that is asked for. */
export interface TilePosition {
  readonly z: number;
  readonly x: number;
  /** Counted from the north. */
  readonly y: number;
  /** 2: twice the pixels, for dense screens. */
  readonly scale: 1 | 2;
  readonly format: TileFormat;
}

/** A look of an entry that is asked for, by fields of the query. */
export type AskedLook = Readonly<Record<string, string>>;

/** A look that an entry has. */
export interface TileLook {
  /** Tells it from all others of the entry; it stands in validators. */
  readonly key: string;
  /** As `TileDrawer.tile`. */
  tile(position: TilePosition, signal: AbortSignal): Promise<EncodedImage>;
}

/** Ways to draw the entries of one kind of data, beside the usual one. */
export interface TileLooks {
  /** Fields of the query that choose one, each optional. */
  readonly query: TProperties;
  /**
   * @returns null for the usual look
   * @throws ServiceError `invalid-input` for one that the entry does not have
   */
  find(file: OutputFile, asked: AskedLook, format: TileFormat): Promise<TileLook | null>;
}

/** Draws the map tiles of one kind of data. */
export interface TileDrawer {
  /** Whether it draws entries of this type. */
  draws(type: number): boolean;
  /** The file of an output that it draws from, such as `cog/cog.tif`. */
  readonly file: string;
  /** What its entries are called where one of them is not built yet: `The raster`. */
  readonly subject: string;
  /** Raised when tiles are drawn differently; it stands in validators. */
  readonly style: string;
  /**
   * A tile; transparent where there is no data.
   * @throws ServiceError `not-found` where there can be none, `internal` for a built file that cannot be read, `busy`
   */
  tile(file: OutputFile, position: TilePosition, signal: AbortSignal): Promise<EncodedImage>;
  /** Other looks that may be asked for; absent: there is one. */
  readonly looks?: TileLooks;
}
