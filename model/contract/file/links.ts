/** Links to files: those of one's own, and what anybody may do who has the address of one. */
import * as z from 'zod/mini'
import { FILE_TYPES, files } from '../../file/files.ts'
import { id, idList, wireTime } from '../../fields.ts'
import { optional, pageInput } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { folderId, kilobytes, orAbsent, step } from './values.ts'

const OWN = files.api.base
const PATH = '/file/link'

/** As it is typed: it opens one link and no account. */
const newPassword = z.string().check(
  z.minLength(4),
  z.maxLength(64),
  z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
)

/** Makes a link by which anybody reads a file or folder; its address is told once. */
export const addFileLink = contract({
  method: 'POST',
  path: `${OWN}/addFileLink`,
  input: z.strictObject({ id, password: optional(newPassword), expireTime: orAbsent(wireTime) }),
  output: z.strictObject({ linkId: z.string(), url: z.string() }),
})

/** The links to a file or folder, without their addresses. */
export const queryFileLink = contract({
  method: 'GET',
  path: `${OWN}/queryFileLink`,
  input: z.object({ id }),
  output: z.array(
    z.strictObject({
      linkId: z.string(),
      createTime: z.string(),
      expireTime: z.string(),
      isExpired: z.boolean(),
      hasPassword: z.boolean(),
    }),
  ),
})
export type FileLink = OutputOf<typeof queryFileLink>[number]

/** From then on its address leads nowhere. */
export const deleteFileLink = contract({ method: 'POST', path: `${OWN}/deleteFileLink`, input: z.strictObject({ linkId: id }) })

const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** Any text, so that what is no password of ours is a wrong one. */
const password = optional(
  z.string().check(
    z.maxLength(256),
    z.refine((text) => !text.includes('\u0000')),
  ),
)

/** What a link leads to: a file, or a folder with what lies in it. Without the password it tells that it needs one. */
export const openLink = contract({
  method: 'POST',
  path: `${PATH}/openLink`,
  input: z.strictObject({
    token,
    password,
    id: folderId,
    ...pageInput({ size: 100, max: 1000 }),
  }),
  output: z.strictObject({
    needsPassword: z.boolean(),
    id: z.string(),
    name: z.string(),
    fileType: z.enum(FILE_TYPES),
    contentType: z.string(),
    size: kilobytes,
    list: z.array(
      z.strictObject({
        id: z.string(),
        originalFilename: z.string(),
        fileType: z.enum(FILE_TYPES),
        contentType: z.string(),
        size: kilobytes,
        updateTime: z.string(),
      }),
    ),
    total: z.int(),
    path: z.array(step),
  }),
})
export type OpenedLink = OutputOf<typeof openLink>

/** Answers with what a link leads to, or some of what lies in it: one file as it is, several or a folder as a .zip. */
export const downloadLink = contract({
  method: 'POST',
  path: `${PATH}/downloadLink`,
  input: z.strictObject({ token, password, id: orAbsent(idList(1000)) }),
})
