/** `node s3-server.ts <folder> <port>`: serves the folder as S3, a bucket for each folder in it, and tells its port to whoever started it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import S3rver from 's3rver'
import { isSigned } from './s3-signatures.ts'

/** The one account that s3rver knows. */
const ACCOUNT = 'S3RVER'
const REFUSED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SignatureDoesNotMatch</Code><Message>The secret is another one.</Message></Error>'

const [, , directory = '', port = '0'] = process.argv
const answer = new S3rver({ directory, silent: true }).callback()
const server = createServer((request, response) => {
  const isOurs = request.headers.authorization?.includes(`Credential=${ACCOUNT}/`)
  if (isOurs && !isSigned(request, ACCOUNT)) response.writeHead(403, { 'content-type': 'application/xml' }).end(REFUSED)
  else answer(request, response)
})
server.listen(Number(port), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
