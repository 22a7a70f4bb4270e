/** An office file as the zip package it is: its parts by name, unpacked one at a time and never past their bounds. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { SheetError, limits, refuse } from './limits.ts'

export interface Package {
  has(name: string): boolean
  /** Bytes of the part when unpacked, as the package claims. */
  size(name: string): number
  /** @throws SheetError when the part claims or turns out to be larger than `most` bytes. */
  read(name: string, most: number): Promise<Readable>
  close(): void
}

/** The first bytes of an OLE compound file: an old .xls, or a workbook protected by a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])
/** Bit 0 of the general purpose flag: the part is encrypted (APPNOTE 4.4.4). */
const ENCRYPTED = 1
const STORED = 0
const DEFLATED = 8

/**
 * The parts of an Office Open XML package by name, checked against the limits before anything is unpacked.
 * @throws SheetError for anything but a sound package with plain names.
 */
export async function openPackage(path: string): Promise<Package> {
  await assertZip(path)
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, file) =>
      error ? reject(error) : resolve(file),
    )
  }).catch((error: unknown) => refuse('unreadable', error))
  try {
    const parts = await directoryOf(zip)
    return {
      has: (name) => parts.has(name.toLowerCase()),
      size: (name) => parts.get(name.toLowerCase())?.uncompressedSize ?? 0,
      read: (name, most) => unpack(zip, parts.get(name.toLowerCase()), most),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function assertZip(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 4 && buffer.equals(COMPOUND)) refuse('protected')
    if (bytesRead < 4 || buffer.toString('latin1', 0, 2) !== 'PK') refuse('unreadable')
  } finally {
    await file.close()
  }
}

/** All parts by their name, which compares without regard to case (ECMA-376 part 2, 6.2.2.3) and may stand there once only. */
function directoryOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) return Promise.reject(new SheetError('unsafe'))
  const parts = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const name = entry.fileName.toLowerCase()
      if (parts.has(name)) return reject(new SheetError('unsafe'))
      parts.set(name, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(parts))
    // Names that leave the package ("../", absolute, with a drive) are such an error as well.
    zip.on('error', (error: Error) =>
      reject(new SheetError(/invalid relative path|absolute path|invalid characters/.test(error.message) ? 'unsafe' : 'unreadable', error)),
    )
    zip.readEntry()
  })
}

function unpack(zip: ZipFile, entry: Entry | undefined, most: number): Promise<Readable> {
  if (!entry) return Promise.reject(new SheetError('unreadable'))
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) return Promise.reject(new SheetError('protected'))
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) return Promise.reject(new SheetError('unreadable'))
  if (entry.uncompressedSize > most) return Promise.reject(new SheetError('too-big'))
  if (entry.uncompressedSize > limits.ratioFrom && entry.uncompressedSize > entry.compressedSize * limits.ratio)
    return Promise.reject(new SheetError('unsafe'))
  return new Promise((resolve, reject) => {
    // yauzl ends the stream with an error as soon as more bytes come out of it than the entry claims.
    zip.openReadStream(entry, (error, stream) => (error ? reject(new SheetError('unreadable', error)) : resolve(stream)))
  })
}
