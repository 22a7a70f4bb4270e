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
      // Packages of the component library that do nothing while they load, and do not say so: whoever needed one part of one got all of it.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@(rc-component|ant-design\/(cssinjs|cssinjs-utils|colors|fast-color))\/.*\.js$/, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs, the sign-in page too.
            { name: 'base', priority: 3, test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|i18next|react-i18next|zustand|spark-md5|use-sync-external-store|void-elements|html-parse-stringify)\// },
            // It needs nothing, and a class of the library extends its class while loading: between parts that need each other it came too late.
            { name: 'colour', priority: 3, test: /node_modules\/@ant-design\/fast-color\// },
            // Swept together with larger parts, one arrow brought half a library along.
            { name: 'icons', priority: 3, test: /node_modules\/@ant-design\/icons(-svg)?\//, entriesAware: true, entriesAwareMergeThreshold: 16_000 },
            // The rest goes with the pages that use it; crumbs are swept together, for each file is one more request.
            { name: 'parts', priority: 2, test: /node_modules\/(?!.*locale)/, entriesAware: true, entriesAwareMergeThreshold: 30_000 },
            // Our own, with all that each needs: what every page has, what is known of nouns, the console, lists. Four files instead of
            // sixty crumbs. Dialogs, pages and what only some of them share stay with those who ask for it.
            { name: 'start', priority: 1.4, test: /\/web\/(main\.tsx|kernel\/(account|appearance|settings)\.ts|ui\/logo\.tsx)$/ },
            { name: 'model', priority: 1.3, test: /\/model\/index\.ts$|\/web\/kernel\/form-checks\.ts$/ },
            { name: 'console', priority: 1.2, test: /\/web\/app\/console\.tsx$/ },
            { name: 'list', priority: 1.1, test: /\/web\/kernel\/resource-page\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/docs/json': server } },
})
