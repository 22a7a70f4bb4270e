/** Uploads in pieces, as a program that speaks tus 1.0.0 makes them. */
import type { Client } from './client.ts'

export const UPLOAD = '/api/file/upload'

interface Piece {
  readonly offset: number
  readonly bytes: Uint8Array
}

/** A header value of pairs, as the protocol wants it. */
export const metadataOf = (pairs: Readonly<Record<string, string>>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export function tusAt(url: string, client: Pick<Client, 'token'> | undefined) {
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...(client ? { authorization: `Bearer ${client.token}` } : {}),
        'tus-resumable': '1.0.0',
        'accept-language': 'en',
        ...headers,
      },
      ...(body ? { body: Buffer.from(body) } : {}),
    })
  return {
    send,
    begin: (length: number, metadata: Readonly<Record<string, string>>) =>
      send('POST', UPLOAD, { 'upload-length': String(length), 'upload-metadata': metadataOf(metadata) }),
    patch: (path: string, { offset, bytes }: Piece) =>
      send('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, bytes),
    head: (path: string) => send('HEAD', path),
    abort: (path: string) => send('DELETE', path),
    /** All of it at once. Gives the file's id. */
    async upload(content: Uint8Array, metadata: Readonly<Record<string, string>>): Promise<string> {
      const begun = await this.begin(content.length, metadata)
      if (begun.status !== 201) throw new Error(`${begun.status} ${await begun.text()}`)
      const done = await this.patch(begun.headers.get('location') as string, { offset: 0, bytes: content })
      if (done.status !== 204) throw new Error(`${done.status} ${await done.text()}`)
      return done.headers.get('upload-file') as string
    },
  }
}
