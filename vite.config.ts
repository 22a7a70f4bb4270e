import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './web/build/precompress.ts'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'web',
  plugins: [react(), precompress()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy allows scripts of our own origin only; a data: URL in a chunk would be refused.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { '/api': server, '/docs/json': server } },
})
