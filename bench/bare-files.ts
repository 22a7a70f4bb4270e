/** Program: a bare server that streams what it is sent into a file of the folder it is given, and streams it out again. Prints its address. */
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const path = join(process.argv[2] as string, 'bare')
const server = createServer((request, response) => {
  const work = request.method === 'GET'
    ? (response.setHeader('content-length', statSync(path).size), pipeline(createReadStream(path), response))
    : pipeline(request, createWriteStream(path)).then(() => void response.writeHead(204).end())
  work.catch(() => response.destroy())
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))
