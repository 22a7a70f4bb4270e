import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contracts } from './web/build/contracts.ts'
import { early } from './web/build/early.ts'
import { formContext } from './web/build/form-context.ts'
import { pdfData } from './web/build/pdf-data.ts'
import { precompress } from './web/build/precompress.ts'
import { preparedStyles } from './web/build/prepared-styles.ts'
import { texts } from './web/build/texts.ts'

const server = 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'web',
  plugins: [
    contracts(),
    texts(import.meta.dirname),
    react(),
    preparedStyles(),
    formContext(),
    early({
      en: 'texts/en-start',
      'console-en': 'texts/en-console',
      zh: 'texts/zh-start',
      'console-zh': 'texts/zh-console',
      tw: 'texts/tw-start',
      'console-tw': 'texts/tw-console',
      'words-en': '/antd/es/locale/en_US.js',
      'words-zh': '/antd/es/locale/zh_CN.js',
      'words-tw': '/antd/es/locale/zh_TW.js',
      console: '/web/app/console.tsx',
      list: '/web/kernel/resource/resource-page.tsx',
    }),
    pdfData(),
    precompress(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy allows scripts of our own origin only; a data: URL in a chunk would be refused.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Packages of the component library that do nothing while they load, and do not say so: whoever needed one part of one got all of it.
      treeshake: {
        moduleSideEffects: [
          { test: /node_modules\/@(rc-component|ant-design\/(cssinjs|cssinjs-utils|colors|fast-color))\/.*\.js$/, sideEffects: false },
        ],
      },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            // What every page needs, the sign-in page too.
            {
              name: 'base',
              priority: 3,
              test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|zustand|use-sync-external-store)\//,
            },
            // It needs nothing, and a class of the library extends its class while loading: between parts that need each other it came too late.
            { name: 'colour', priority: 3, test: /node_modules\/@ant-design\/fast-color\// },
            // Our own, with all that each needs: what every page has, what is known of nouns, the console, lists. A file for each instead
            // of sixty crumbs, for each file is one more request. Dialogs, pages and what only some of them share stay with those who ask for it.
            {
              name: 'start',
              priority: 2.4,
              test: /\/web\/(main\.tsx|kernel\/(session\/account|appearance\/appearance|appearance\/settings)\.ts|ui\/logo\.tsx)$/,
            },
            { name: 'model', priority: 2.3, test: /\/model\/index\.ts$|\/web\/kernel\/resource\/form-checks\.ts$/ },
            // Pages are counted in Chinese until they are told otherwise, and the words of the Chinese console want that file, not the lists.
            { name: 'console', priority: 2.2, test: /\/web\/app\/console\.tsx$|pagination\/es\/locale\/zh_CN/ },
            { name: 'list', priority: 2.1, test: /\/web\/kernel\/resource\/resource-page\.tsx$/ },
            // Swept together with larger parts, one arrow brought half a library along.
            {
              name: 'icons',
              priority: 2,
              test: /node_modules\/@ant-design\/icons(-svg)?\//,
              entriesAware: true,
              entriesAwareMergeThreshold: 16_000,
            },
            // What draws without a page is for those who save a picture.
            { name: 'charts-more', priority: 1.6, test: /node_modules\/(echarts\/lib\/renderer\/installSVG|zrender\/lib\/svg\/)/ },
            { name: 'charts', priority: 1.5, test: /node_modules\/(echarts|zrender)\// },
            // The rest goes with the pages that use it; crumbs are swept together.
            { name: 'parts', priority: 1, test: /node_modules\/(?!.*locale)/, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/docs/json': server } },
})
