/** What lies on somebody's disk, and what they do with it: folders, files and the recycle bin. */
import * as z from 'zod/mini'
import { FILE_TYPES, ORDERS, PLACES, fileName, files } from '../../file/files.ts'
import { id } from '../../fields.ts'
import { pageInput, partOf, whole } from '../../wire.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { flag, rowIds, totalIs } from '../resources.ts'
import { folderId, kilobytes, orAbsent, orElse, step } from './values.ts'

const PATH = files.api.base
const sorters = ORDERS.flatMap((order) => [`${order}_ascend`, `${order}_descend`] as const)

/** The pages of the specification send `null` and `undefined` as words for what is absent. */
const wordless = (given: number | string) => (given === 'undefined' || given === 'null' ? 0 : given)

const folder = z.strictObject({
  id: z.string(),
  label: z.string(),
  get children() {
    return z.array(folder)
  },
})
export type FolderNode = z.output<typeof folder>

/** The folders of the caller. */
export const queryFolderTree = contract({ method: 'GET', path: `${PATH}/queryFolderTree`, output: z.array(folder) })

/** The kinds of files, by what is in them. */
export const queryFileTypeName = contract({
  method: 'GET',
  path: `${PATH}/queryFileTypeName`,
  output: z.array(z.strictObject({ value: z.enum(FILE_TYPES), label: z.string() })),
})

const row = z.strictObject({
  id: z.string(),
  parentId: z.string(),
  originalFilename: z.string(),
  size: kilobytes,
  contentType: z.string(),
  fileType: z.enum(FILE_TYPES),
  fileTypeCn: z.string(),
  isShared: z.int(),
  isLinked: z.int(),
  isOwn: z.boolean(),
  access: z.enum(['own', 'read']),
  versions: z.int(),
  createdBy: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  deletedTime: z.optional(z.string()),
  path: z.optional(z.array(z.string()).register(z.globalRegistry, { description: 'Folders on the way to what was found' })),
})
export type FileRow = z.output<typeof row>

/** What lies in a folder that the caller may read, or in the place where lists begin; `everywhere` in folders below it as well. */
export const queryFile = contract({
  method: 'GET',
  path: `${PATH}/queryFile`,
  input: z.object({
    parentId: folderId,
    place: orElse(z.enum(PLACES), 'mine'),
    originalFilename: z.optional(partOf(255)),
    everywhere: z._default(z.pipe(z.transform(wordless), z._default(whole(0, 1), 0) as z.ZodMiniType<number, number | string>), 0),
    fileType: orAbsent(z.enum(FILE_TYPES)),
    sorter: orAbsent(z.enum(sorters)),
    ...pageInput({ size: 20, max: 1000 }),
  }),
  output: z.strictObject({
    list: z.array(row),
    total: z.int(),
    totalIs,
    /** The way to the folder that is listed. */
    path: z.array(step),
    allowed: z.array(z.string()).register(z.globalRegistry, {
      description: "What the caller's roles let them do with files, as buttons are called",
    }),
  }),
})
export type FileQuery = InputOf<typeof queryFile>
export type FileList = OutputOf<typeof queryFile>

/** Answers with the id of the folder. */
export const addFolder = contract({
  method: 'POST',
  path: `${PATH}/addFolder`,
  input: z.strictObject({
    // The specified page sends the number its tree has given the new node; a folder's id is the server's.
    id: z.optional(z.union([z.string().check(z.regex(/^\d{0,10}$/)), z.int()])),
    originalFilename: fileName,
    parentId: folderId,
  }),
  output: z.string(),
})

export const updateFileName = contract({
  method: 'POST',
  path: `${PATH}/updateFileName`,
  input: z.strictObject({ id, originalFilename: fileName }),
})

/** Lets everybody of the tenant read it, a folder with all that is in it, or nobody any more. */
export const updateFileIsShared = contract({
  method: 'POST',
  path: `${PATH}/updateFileIsShared`,
  input: z.strictObject({ id, isShared: flag }),
})

export const moveFile = contract({
  method: 'POST',
  path: `${PATH}/moveFile`,
  input: z.extend(rowIds, { parentId: folderId }),
  output: z.strictObject({ moved: z.int() }),
})

const deleted = z.strictObject({ deleted: z.int() })

/** Puts files and folders into the recycle bin, folders with all that is in them. */
export const deleteFile = contract({ method: 'POST', path: `${PATH}/deleteFile`, input: rowIds, output: deleted })

/** Puts back what lies in the recycle bin: to its place, or where all begins when that is gone, with a name that is free. */
export const restoreFile = contract({
  method: 'POST',
  path: `${PATH}/restoreFile`,
  input: rowIds,
  output: z.strictObject({ list: z.array(z.strictObject({ id: z.string(), parentId: z.string(), originalFilename: z.string() })) }),
})

/** Deletes for good what lies in the recycle bin. */
export const eraseFile = contract({ method: 'POST', path: `${PATH}/eraseFile`, input: rowIds, output: deleted })

/** Deletes for good all that lies there. */
export const emptyRecycleBin = contract({ method: 'POST', path: `${PATH}/emptyRecycleBin`, input: z.strictObject({}), output: deleted })

/** Bytes that the caller and the tenant store, and may store; 0 where there is no limit. */
export const queryFileUsage = contract({
  method: 'GET',
  path: `${PATH}/queryFileUsage`,
  output: z.strictObject({ used: z.int(), quota: z.int(), tenantUsed: z.int(), tenantQuota: z.int() }),
})
