/** A question as a call: in the address, as JSON, as a form with a file, or in the protocol of uploads. */
import type { Asked } from './probe-client.ts'
import type { Target } from './questions.ts'
import { OF_UPLOADS } from './questions.ts'
import { TUS, beginUpload, formOf } from './wire.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The answer to the call whose parameter has this value. @param body Right values for whatever else the route takes. */
export async function callWith({ route, parameter }: Target, body: Readonly<Record<string, unknown>>, value: unknown): Promise<Asked> {
  const path = `/api${route.path}`
  const texts = [value].flat().map(textOf)
  if (route.protocol) return uploadCall(path, parameter, texts.join(','))
  if (route.method === 'GET') {
    const beside = Object.entries(body)
      .filter(([name]) => name !== parameter)
      .map(([name, each]): [string, string] => [name, textOf(each)])
    return {
      method: 'GET',
      path: `${path}?${new URLSearchParams([['pageSize', '1000'], ...beside, ...texts.map((text): [string, string] => [parameter, text])])}`,
    }
  }
  if (route.upload) return { method: route.method, path, ...(await formOf(texts.map((text) => [parameter, text]))) }
  return { method: route.method, path, body: { ...body, [parameter]: value } }
}

function uploadCall(path: string, parameter: string, text: string): Asked {
  if (OF_UPLOADS.metadata.some((name) => name === parameter)) return beginUpload(path, { filename: 'probe.txt', [parameter]: text })
  const at = { method: parameter, path: `${path}/${encodeURIComponent(text)}` }
  if (parameter !== 'PATCH') return { ...at, headers: TUS }
  return {
    ...at,
    headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    payload: Buffer.from('probe'),
  }
}
