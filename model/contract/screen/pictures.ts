/** Pictures of screens, and maps as GeoJSON that a tenant brings: no borders are shipped. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { lineOf } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { SCREEN_PATH } from './screens.ts'

/** Of a picture, and of a map. */
export const MAX_SCREEN_PICTURE_MEGABYTES = 4
export const MAX_MAP_MEGABYTES = 2
export const MAX_SCREEN_PICTURE_SIDE = 8192
/** Of one picture, width times height. */
export const MAX_SCREEN_PICTURE_PIXELS = 40_000_000

export const SCREEN_PICTURE_TYPES = ['image/png', 'image/jpeg', 'application/geo+json'] as const

/** A map has neither width nor height; a picture no number under which it was reviewed. */
const picture = z.strictObject({
  id: z.string(),
  pictureName: z.string(),
  mediaType: z.enum(SCREEN_PICTURE_TYPES),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  reviewNumber: z.nullable(z.string()),
})
export type ScreenPicture = z.output<typeof picture>

/**
 * Keeps a picture for screens: a PNG or JPEG, told by what stands in it. What it says besides its pixels is not kept; the same picture has the same id. One that
 * no screen has is thrown away after a month.
 */
export const uploadScreenPicture = contract({
  method: 'POST',
  path: `${SCREEN_PATH}/uploadScreenPicture`,
  send: 'parts',
  // Nothing beside the file.
  input: z.looseObject({}),
  output: picture,
})

/** Keeps a map (GeoJSON) with the number under which it was reviewed (审图号), which is drawn on it wherever it stands. Of its features their shapes and names are kept. */
export const uploadScreenMap = contract({
  method: 'POST',
  path: `${SCREEN_PATH}/uploadScreenMap`,
  send: 'parts',
  input: z.object({ reviewNumber: lineOf(64) }),
  output: picture,
})

/** Pictures and maps there are to choose from, the newest first. */
export const queryScreenPicture = contract({
  method: 'GET',
  path: `${SCREEN_PATH}/queryScreenPicture`,
  output: z.strictObject({ list: z.array(picture) }),
})

/** A picture or a map of screens, for whoever shows them. */
export const downloadScreenPicture = contract({
  method: 'GET',
  path: `${SCREEN_PATH}/downloadScreenPicture`,
  input: z.object({ id }),
  output: z.strictObject({
    ...picture.shape,
    /** Of a picture an address that begins with `data:`, of a map its GeoJSON. */
    content: z.string(),
  }),
})
export type DownloadedPicture = OutputOf<typeof downloadScreenPicture>
