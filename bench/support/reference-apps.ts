/** Apps and tools of others, installed from the registry in this run into a folder of their own: the product depends on none of them. */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import react from '@vitejs/plugin-react'
import fastify from 'fastify'
import { build } from 'vite'
import { addWeb } from '../../server/web.ts'
import { precompress } from '../../web/build/precompress.ts'
import type { Program } from './child.ts'

export type Reference = 'antd' | 'react-admin' | 'lighthouse'

/** Copies `bench/reference/<name>` below the folder and installs what its lock file says. Gives the copy. */
export function installReference(name: Reference, below: string): string {
  const folder = join(below, name)
  cpSync(fileURLToPath(new URL(`../reference/${name}`, import.meta.url)), folder, { recursive: true })
  const npm = process.env['npm_execpath']
  const [command, words] = npm ? [process.execPath, [npm]] : ['npm', []]
  execFileSync(command, [...words, 'ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}

/** Builds it as the product is built, and serves it by the code and with the compression of the product. */
export async function serveReference(name: 'antd' | 'react-admin', below: string): Promise<Program> {
  const folder = installReference(name, below)
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), precompress()],
    build: { outDir: 'dist', target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
  })
  const app = fastify()
  await app.register(compress, { globalCompression: false, globalDecompression: false, threshold: 2048, encodings: ['br', 'gzip'] })
  app.get('/api/users', { compress: {} }, async () => ({ rows, total: 37 }))
  await addWeb(app, join(folder, 'dist'))
  app.setNotFoundHandler((_, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html'))
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() }
}

const rows = Array.from({ length: 10 }, (_, at) => ({
  id: `0197-${at}`,
  username: `user${at}`,
  nickname: `Nickname ${at}`,
  email: `user${at}@example.com`,
  mobile: `+86 1300000000${at}`,
  organisation: 'Head office',
  status: at % 4 === 0 ? 'locked' : 'active',
  createTime: `2026-01-0${at} 08:30:00`,
}))
