/** Files and folders as the server tells them, and what can be done with them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { FileType } from '../../../model/file/files.ts'
import type { Query, Saved } from '../../kernel/http/api.ts'
import { ApiError, call, get } from '../../kernel/http/api.ts'
import { saveFile } from '../../kernel/resource/exchange/save-file.ts'

const FILE = '/api/file/file'
/** Everything that is asked about files begins with it, so that it is forgotten together. */
export const FILES = 'files'
/** The place where all folders begin. */
export const ROOT = '0'

export type Place = 'mine' | 'shared' | 'recycled'

export interface Step {
  readonly id: string
  readonly label: string
}

export interface FileRow {
  readonly id: string
  readonly parentId: string
  readonly originalFilename: string
  /** Kilobytes, as specified. */
  readonly size: number
  readonly contentType: string
  readonly fileType: FileType
  readonly fileTypeCn: string
  readonly isShared: number
  readonly isOwn: boolean
  readonly isLinked: number
  readonly access: 'own' | 'read'
  readonly versions: number
  readonly createdBy: string
  readonly createTime: string
  readonly updateTime: string
  readonly deletedTime?: string
  /** Names of the folders it lies in, on what a search found. */
  readonly path?: readonly string[]
}

export interface FileList {
  readonly list: readonly FileRow[]
  readonly total: number
  /** The way to the folder that is listed. */
  readonly path: readonly Step[]
  /** The operations this caller may call: `upload`, `add`, `delete` … */
  readonly allowed?: readonly string[]
}

export interface FolderNode extends Step {
  readonly children: readonly FolderNode[]
}

export const isFolder = ({ fileType }: Pick<FileRow, 'fileType'>): boolean => fileType === 'folder'

export const listOfFiles = (query: Query) =>
  queryOptions({
    queryKey: [FILES, 'list', query],
    queryFn: ({ signal }) => get<FileList>(`${FILE}/queryFile`, query, { signal }),
    placeholderData: keepPreviousData,
  })

export const folderTree = () =>
  queryOptions({
    queryKey: [FILES, 'tree'],
    queryFn: ({ signal }) => get<readonly FolderNode[]>(`${FILE}/queryFolderTree`, {}, { signal }),
  })

const change = <Answer = unknown>(name: string, json: object, quiet = false) => call<Answer>('POST', `${FILE}/${name}`, { json, quiet })

export const addFolder = (parentId: string, originalFilename: string, quiet = false) =>
  change<string>('addFolder', { parentId, originalFilename }, quiet)
export const renameFile = (id: string, originalFilename: string) => change('updateFileName', { id, originalFilename })
export const shareWithAll = (id: string, isShared: 0 | 1) => change('updateFileIsShared', { id, isShared })
export const moveFiles = (id: readonly string[], parentId: string) => change('moveFile', { id, parentId })
export const deleteFiles = (id: readonly string[]) => change('deleteFile', { id })
export const restoreFiles = (id: readonly string[]) => change('restoreFile', { id })
export const eraseFiles = (id: readonly string[]) => change('eraseFile', { id })
export const emptyBin = () => change('emptyRecycleBin', {})

/** Milliseconds: a large file over a slow line. */
const LONG = 3_600_000
/** Bytes from which on the browser fetches a file itself, to the disk and not to the memory of the page. */
const LARGE = 16 * 1024 * 1024

export const bytesOf = ({ size }: Pick<FileRow, 'size'>): number => size * 1024

/** Hands files to the browser: one as it is, several and folders as an archive. @throws ApiError, of which people have been told. */
export async function downloadFiles(rows: readonly FileRow[]): Promise<void> {
  const [first] = rows
  if (first && rows.length === 1 && !isFolder(first) && bytesOf(first) > LARGE) return follow(first.id)
  saveFile(await call<Saved>('POST', `${FILE}/downloadFile`, { json: { id: rows.map(({ id }) => id) }, file: true, limit: LONG }))
}

export async function downloadVersion(id: string, versionId: string): Promise<void> {
  saveFile(await call<Saved>('POST', `${FILE}/downloadFile`, { json: { id, versionId }, file: true, limit: LONG }))
}

async function follow(id: string): Promise<void> {
  const link = document.createElement('a')
  link.href = await ticketFor(id)
  link.download = ''
  link.click()
}

/** An address that is good for a moment, for what the browser fetches by itself. */
export async function ticketFor(id: string): Promise<string> {
  return (await change<{ url: string }>('downloadTicket', { id })).url
}

/** An address at which this browser's own player plays a file, part by part. @throws ApiError */
export async function playTicket(id: string): Promise<string> {
  return (await change<{ url: string }>('playTicket', { id }, true)).url
}

/** What is in a file, or its beginning. @throws ApiError */
export async function contentOf(id: string, { most, signal }: { most?: number; signal?: AbortSignal } = {}): Promise<Blob> {
  const { content } = await call<Saved>('GET', `${FILE}/content`, {
    query: { id },
    file: true,
    quiet: true,
    limit: LONG,
    ...(signal ? { signal } : {}),
    ...(most === undefined ? {} : { headers: { Range: `bytes=0-${most - 1}` } }),
  })
  return content
}

/** The entry of that name in a folder of one's own. */
export async function entryNamed(parentId: string, name: string): Promise<FileRow | undefined> {
  const { list } = await get<FileList>(
    `${FILE}/queryFile`,
    { parentId, place: 'mine', originalFilename: name, pageSize: 1000 },
    { quiet: true },
  )
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
