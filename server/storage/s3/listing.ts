/** What an S3 store says in XML: pages of a listing, and the code of an error. */
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SaxesParser } from 'saxes'

export interface Page {
  readonly objects: readonly {
    readonly key: string
    readonly size: number
    /** Milliseconds, by the clock of the store. */ readonly modified: number
  }[]
  readonly isTruncated: boolean
}

/** A page of `ListObjectsV2`, parsed from its XML. */
export async function readPage(answer: Readable): Promise<Page> {
  const objects: { key: string; size: number; modified: number }[] = []
  let isTruncated = false
  let [key, size, modified] = ['', 0, 0]
  parse(await text(answer), (path, content) => {
    if (path === 'ListBucketResult/IsTruncated') isTruncated = content === 'true'
    else if (path === 'ListBucketResult/Contents/Key') key = content
    else if (path === 'ListBucketResult/Contents/Size') size = Number(content)
    else if (path === 'ListBucketResult/Contents/LastModified') modified = Date.parse(content)
    else if (path === 'ListBucketResult/Contents') objects.push({ key, size, modified })
  })
  return { objects, isTruncated }
}

/** Such as `NoSuchKey`; what is no such answer, of a proxy say, is `unknown`. */
export async function readErrorCode(answer: Readable): Promise<string> {
  let code = 'unknown'
  try {
    parse(await text(answer), (path, content) => {
      if (path === 'Error/Code' && /^\w+$/.test(content)) code = content
    })
  } catch {
    // The status has to do.
  }
  return code
}

function parse(xml: string, onEnd: (path: string, content: string) => void): void {
  const parser = new SaxesParser()
  const path: string[] = []
  let content = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    path.push(name)
    content = ''
  })
  parser.on('text', (piece) => {
    content += piece
  })
  parser.on('closetag', () => {
    onEnd(path.join('/'), content)
    path.pop()
  })
  parser.write(xml).close()
}
