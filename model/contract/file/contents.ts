/** What is in files, on its way in and out, and what was in them before. */
import * as z from 'zod/mini'
import { PICTURE } from '../../file/address.ts'
import { UPLOAD_TYPES, files } from '../../file/files.ts'
import { id } from '../../fields.ts'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'
import { folderId, kilobytes, orAbsent } from './values.ts'

const PATH = files.api.base
const one = z.object({ id })

/** Puts a file into the folder `id`, or another version of one in its place, or a picture into a text. */
export const uploadFile = contract({
  method: 'POST',
  path: `${PATH}/uploadFile`,
  send: 'parts',
  input: z.strictObject({ uploadType: z._default(z.enum(UPLOAD_TYPES), 'file'), id: folderId, replaces: orAbsent(id) }),
  output: z.strictObject({
    id: z.string(),
    originalFilename: z.string(),
    fileType: z.string(),
    contentType: z.string(),
    url: z.string(),
  }),
})

/** A large file in pieces; below this path it speaks tus 1.0.0. */
export const resumableUpload = contract({ method: 'POST', path: '/file/upload' })

/** Answers with one file or earlier version as it is, several and folders as a .zip. */
export const downloadFile = contract({
  method: 'POST',
  path: `${PATH}/downloadFile`,
  input: z.extend(rowIds, { versionId: z.optional(id) }),
})

/** Answers with the file, or the parts of it that the header `Range` names. */
export const readContent = contract({
  method: 'GET',
  path: `${PATH}/content`,
  input: z.object({ id, versionId: orAbsent(id) }),
})

/** Answers with a picture as a page shows it. */
export const queryPicture = contract({ method: 'GET', path: PICTURE, input: one })

/** Makes an address at which a browser can fetch a file once, within so many seconds. */
export const downloadTicket = contract({
  method: 'POST',
  path: `${PATH}/downloadTicket`,
  input: z.strictObject({ id }),
  output: z.strictObject({ url: z.string(), seconds: z.int() }),
})

/** Answers with the file of such an address. */
export const downloadByTicket = contract({
  method: 'GET',
  path: `${PATH}/downloadByTicket`,
  input: z.object({ ticket: z.string().check(z.maxLength(100)) }),
})

/** Makes an address at which the caller's browser plays a sound or video file, in parts. */
export const playTicket = contract({
  method: 'POST',
  path: `${PATH}/playTicket`,
  input: z.strictObject({ id }),
  output: z.strictObject({ url: z.string() }),
})

/** Answers with a part of the file of such an address. */
export const play = contract({ method: 'GET', path: `${PATH}/play`, input: z.object({ ticket: id }) })

/** The present and the earlier contents of a file, the latest first. */
export const queryFileVersion = contract({
  method: 'GET',
  path: `${PATH}/queryFileVersion`,
  input: one,
  output: z.array(
    z.strictObject({
      versionId: z.string(),
      size: kilobytes,
      contentType: z.string(),
      createTime: z.string(),
      createdBy: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
})

/** Makes an earlier version what the file contains; what it contained becomes an earlier version. */
export const restoreFileVersion = contract({
  method: 'POST',
  path: `${PATH}/restoreFileVersion`,
  input: z.strictObject({ id, versionId: id }),
})
