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
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs, the sign-in page too.
            { name: 'base', priority: 3, test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|i18next|react-i18next|zustand|spark-md5|use-sync-external-store|void-elements|html-parse-stringify)\// },
            // The rest goes with the pages that use it; crumbs are swept together, for each file is one more request.
            { name: 'parts', priority: 2, test: /node_modules\/(?!.*locale)/, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/docs/json': server } },
})
