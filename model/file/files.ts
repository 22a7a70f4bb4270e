/**
 * Folders and files of people. Not listed in `model/index.ts`: a file is its owner's, and what the kit derives for a noun
 * (history, options, names in the log) would tell its name to whoever may list files (docs/decisions/0036).
 */
import * as z from 'zod/mini'
import { integer, text, time } from '../fields.ts'
import { resource } from '../resource.ts'

/** What a file is, by its contents. */
export const FILE_TYPES = ['folder', 'image', 'document', 'spreadsheet', 'text', 'audio', 'video', 'archive', 'other'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** `editor`: a picture in a text, which whoever reads the text may see. */
export const UPLOAD_TYPES = ['file', 'editor'] as const

/** Section 5 of the specification: what rich text takes. */
export const EDITOR_PICTURES = ['image/jpeg', 'image/gif', 'image/png', 'image/bmp'] as const
/** What is shown in a page. Nothing that could carry a script is among it. */
export const SHOWN_PICTURES = [...EDITOR_PICTURES, 'image/webp'] as const

/** Folders within folders. */
export const MAX_FOLDER_DEPTH = 32

/** Where a list begins: what is one's own, what others share with one, what one has deleted. */
export const PLACES = ['mine', 'shared', 'recycled'] as const
export type Place = (typeof PLACES)[number]

/** What a list can be ordered by; folders always stand first. */
export const ORDERS = ['originalFilename', 'size', 'createTime', 'updateTime', 'fileType', 'deletedTime'] as const
export type Order = (typeof ORDERS)[number]

/** One archive holds this much at most; more is fetched folder by folder. */
export const MAX_ARCHIVE = { entries: 10_000, gigabytes: 4 } as const

/** Links of one file or folder. */
export const MAX_LINKS_PER_FILE = 20

/** Buttons of the pages of files, and the call behind each that a role has to have. */
export const FILE_BUTTONS = {
  add: '/file/file/addFolder',
  upload: '/file/upload',
  download: '/file/file/downloadFile',
  update: '/file/file/updateFileName',
  delete: '/file/file/deleteFile',
  preview: '/file/file/content',
  authorize: '/file/file/updateFileShare',
} as const

/** Something to show and never part of a path; still, no name that is one elsewhere, and none that reads other than it is. */
export const fileName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.maxLength(255),
  z.refine(
    (name) =>
      !/[\u0000-\u001f\u007f-\u009f/\\\u202a-\u202e\u2066-\u2069]/.test(name) && name !== '.' && name !== '..' && name.isWellFormed(),
  ),
)

/** Its fields as messages name them. */
export const files = resource({
  name: 'files',
  api: { base: '/file/file', noun: 'File' },
  table: 'files',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'upload-download',
  title: 'originalFilename',
  order: ['originalFilename', 'ascend'],
  fields: {
    originalFilename: text({ max: 255, required: true, filter: 'contains', sort: true }),
    fileType: text({ max: 16, write: 'never', filter: 'equals', sort: true }),
    parentId: text({ max: 36, write: 'never', filter: 'equals' }),
    isShared: integer({ min: 0, max: 1, write: 'never' }),
    // Of versions and links.
    versionId: text({ max: 36, write: 'never' }),
    password: text({ min: 4, max: 64, write: 'never', access: 'secret' }),
    expireTime: time({ write: 'never', access: 'own' }),
  },
})
