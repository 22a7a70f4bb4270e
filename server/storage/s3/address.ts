/** `S3_URL`: `https://key:secret@host:port/bucket?region=…&pathStyle=1`, and after the bucket a prefix of names, where it is shared. */

export interface S3Address {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  /** Of one object, or of the bucket itself for the empty key. The prefix stands before the key. */
  urlOf(key: string): URL
  /** Stands before all of our keys: nothing, or a name that ends with a slash. */
  readonly prefix: string
  /** To be shown: where it is, without who may go there. */
  readonly shown: string
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
/** What needs no encoding in an address, so that every store signs the same. */
const PREFIX = /^[\w-]+(\/[\w-]+)*$/
const AMAZON = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com(\.cn)?$/

/** `undefined` for what is no such address. Key and secret are written as addresses want them: `/` is `%2F`, `+` is `%2B`. */
export function s3AddressOf(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined
  const given = new URL(text)
  const [, bucket = '', ...rest] = given.pathname.replace(/\/$/, '').split('/')
  const prefix = rest.join('/')
  const [accessKeyId, secretAccessKey] = [decoded(given.username), decoded(given.password)]
  const {
    region = AMAZON.exec(given.hostname)?.[1] ?? 'us-east-1',
    pathStyle = AMAZON.test(given.hostname) ? '0' : '1',
    ...others
  } = Object.fromEntries(given.searchParams)
  const isGood =
    /^https?:$/.test(given.protocol) &&
    BUCKET.test(bucket) &&
    (prefix === '' || PREFIX.test(prefix)) &&
    given.hash === '' &&
    accessKeyId &&
    secretAccessKey &&
    /^[a-z0-9-]+$/.test(region) &&
    /^[01]$/.test(pathStyle) &&
    Object.keys(others).length === 0
  if (!isGood) return undefined
  const base = pathStyle === '1' ? `${given.protocol}//${given.host}/${bucket}` : `${given.protocol}//${bucket}.${given.host}`
  const before = prefix && `${prefix}/`
  return {
    accessKeyId,
    secretAccessKey,
    region,
    prefix: before,
    shown: `${given.host}/${bucket}${prefix && `/${prefix}`}`,
    urlOf: (key) => new URL(key === '' ? `${base}/` : `${base}/${before}${key}`),
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
