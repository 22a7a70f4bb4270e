/**
 * Program: a bare server that streams what it is sent into a file of the folder it is given, and streams it out again. Prints its
 * address. At `/safe` it also works out the checksum and waits for the disk, as ours does.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const path = join(process.argv[2] as string, 'bare')
async function* hashed(source: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  hash.digest()
}

const server = createServer((request, response) => {
  const work =
    request.method === 'GET'
      ? (response.setHeader('content-length', statSync(path).size), pipeline(createReadStream(path), response))
      : (request.url === '/safe'
          ? pipeline(request, hashed, createWriteStream(path, { flush: true }))
          : pipeline(request, createWriteStream(path))
        ).then(() => void response.writeHead(204).end())
  work.catch(() => response.destroy())
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
