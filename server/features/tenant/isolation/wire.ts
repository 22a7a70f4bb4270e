/** Calls that are no JSON: forms with a file, and the protocol of uploads. */
import type { Asked } from './probe-client.ts'

/** A form with a small file, as a browser sends it. */
export async function formOf(
  fields: readonly (readonly [string, string])[],
  file: { name: string; content: Uint8Array | string } = { name: 'probe.txt', content: 'probe' },
): Promise<Pick<Asked, 'headers' | 'payload'>> {
  const form = new FormData()
  for (const [name, text] of fields) form.append(name, text)
  form.append('file', new Blob([typeof file.content === 'string' ? file.content : Uint8Array.from(file.content)]), file.name)
  const whole = new Response(form)
  return { headers: { 'content-type': whole.headers.get('content-type') ?? '' }, payload: Buffer.from(await whole.arrayBuffer()) }
}

export const TUS = { 'tus-resumable': '1.0.0' }

/** Ten bytes are announced; they need never come. */
export function beginUpload(path: string, metadata: Readonly<Record<string, string>>): Asked {
  const pairs = Object.entries(metadata).map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
  return { method: 'POST', path, headers: { ...TUS, 'upload-length': '10', 'upload-metadata': pairs.join(',') } }
}
