/** Files and folders as the server tells them, and what can be done with them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { downloadFile, downloadTicket, playTicket as askToPlay, readContent } from '../../../model/contract/file/contents.ts'
import type { FileQuery, FileRow } from '../../../model/contract/file/disk.ts'
import {
  addFolder as add,
  deleteFile,
  emptyRecycleBin,
  eraseFile,
  moveFile,
  queryFile,
  queryFolderTree,
  restoreFile,
  updateFileIsShared,
  updateFileName,
} from '../../../model/contract/file/disk.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { ask, askFile } from '../../kernel/http/ask.ts'
import { saveFile } from '../../kernel/resource/exchange/save-file.ts'
import { bytesOf } from './bytes.ts'

/** Everything that is asked about files begins with it, so that it is forgotten together. */
export const FILES = 'files'
/** The place where all folders begin. */
export const ROOT = '0'

/** Whether the row is a folder. */
export const isFolder = ({ fileType }: Pick<FileRow, 'fileType'>): boolean => fileType === 'folder'

/** The query for a page of files and folders; what was shown stays until the answer. */
export const listOfFiles = (query: FileQuery) =>
  queryOptions({
    queryKey: [FILES, 'list', query],
    queryFn: ({ signal }) => ask(queryFile, query, { signal }),
    placeholderData: keepPreviousData,
  })

/** The query for all folders, as a tree. */
export const folderTree = () =>
  queryOptions({
    queryKey: [FILES, 'tree'],
    queryFn: ({ signal }) => ask(queryFolderTree, {}, { signal }),
  })

/** The answer to adding a folder. @param quiet Whether a failure is the caller's to show @throws ApiError */
export const addFolder = (parentId: string, originalFilename: string, quiet = false) => ask(add, { parentId, originalFilename }, { quiet })
/** The answer to giving a file or folder another name. @throws ApiError */
export const renameFile = (id: string, originalFilename: string) => ask(updateFileName, { id, originalFilename })
/** The answer to showing a file or folder to everybody of the tenant, or no longer. @throws ApiError */
export const shareWithAll = (id: string, isShared: 0 | 1) => ask(updateFileIsShared, { id, isShared })
/** The answer to moving files and folders into another folder; all of them or none. @throws ApiError */
export const moveFiles = (id: readonly string[], parentId: string) => ask(moveFile, { id, parentId })
/** The answer to moving files and folders to the recycle bin. @throws ApiError */
export const deleteFiles = (id: readonly string[]) => ask(deleteFile, { id })
/** The answer to taking files and folders out of the recycle bin. @throws ApiError */
export const restoreFiles = (id: readonly string[]) => ask(restoreFile, { id })
/** The answer to erasing files and folders of the recycle bin for good. @throws ApiError */
export const eraseFiles = (id: readonly string[]) => ask(eraseFile, { id })
/** The answer to erasing all that lies in one's recycle bin. @throws ApiError */
export const emptyBin = () => ask(emptyRecycleBin, {})

/** Milliseconds: a large file over a slow line. */
const LONG = 3_600_000
/** Bytes from which on the browser fetches a file itself, to the disk and not to the memory of the page. */
const LARGE = 16 * 1024 * 1024

/** Hands files to the browser: one as it is, several and folders as an archive. @throws ApiError, of which people have been told. */
export async function downloadFiles(rows: readonly FileRow[]): Promise<void> {
  const [first] = rows
  if (first && rows.length === 1 && !isFolder(first) && bytesOf(first) > LARGE) return follow(first.id)
  saveFile(await askFile(downloadFile, { id: rows.map(({ id }) => id) }, { limit: LONG }))
}

/** Hands a former version of a file to the browser. @throws ApiError */
export async function downloadVersion(id: string, versionId: string): Promise<void> {
  saveFile(await askFile(downloadFile, { id, versionId }, { limit: LONG }))
}

async function follow(id: string): Promise<void> {
  const link = document.createElement('a')
  link.href = await ticketFor(id)
  link.download = ''
  link.click()
}

/** An address that is good for a moment, for what the browser fetches by itself. */
export async function ticketFor(id: string): Promise<string> {
  return (await ask(downloadTicket, { id })).url
}

/** An address at which this browser's own player plays a file, part by part. @throws ApiError */
export async function playTicket(id: string): Promise<string> {
  return (await ask(askToPlay, { id }, { quiet: true })).url
}

/** What is in a file, or its beginning. @throws ApiError */
export async function contentOf(id: string, { most, signal }: { most?: number; signal?: AbortSignal } = {}): Promise<Blob> {
  const { content } = await askFile(
    readContent,
    { id },
    {
      quiet: true,
      limit: LONG,
      ...(signal ? { signal } : {}),
      ...(most === undefined ? {} : { headers: { Range: `bytes=0-${most - 1}` } }),
    },
  )
  return content
}

/** The entry of that name in a folder of one's own. */
export async function entryNamed(parentId: string, name: string): Promise<FileRow | undefined> {
  const { list } = await ask(queryFile, { parentId, place: 'mine', originalFilename: name, pageSize: 1000 }, { quiet: true })
  return list.find(({ originalFilename }) => originalFilename.toLowerCase() === name.toLowerCase())
}

/** Whether the call succeeded; people have been told otherwise. */
export async function succeeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
