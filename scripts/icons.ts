/**
 * `node scripts/icons.ts`: draws the icons of web/public/icons from the two SVG files that are their source. The results are
 * committed: nobody needs a browser to build.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchChromium } from '../tests/support/chromium.ts'

const folder = fileURLToPath(new URL('../web/public/', import.meta.url))

/** The home screen of iOS rounds the corners by itself, so it gets the one without corners. */
const icons = [
  { from: 'favicon.svg', to: 'icons/icon-32.png', size: 32 },
  { from: 'favicon.svg', to: 'icons/icon-192.png', size: 192 },
  { from: 'favicon.svg', to: 'icons/icon-512.png', size: 512 },
  { from: 'icons/maskable.svg', to: 'icons/maskable-192.png', size: 192 },
  { from: 'icons/maskable.svg', to: 'icons/maskable-512.png', size: 512 },
  { from: 'icons/maskable.svg', to: 'icons/apple-touch-180.png', size: 180 },
] as const

const browser = await launchChromium()
try {
  for (const { from, to, size } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const source = `data:image/svg+xml;base64,${readFileSync(folder + from).toString('base64')}`
    await page.setContent(
      `<style>body{margin:0;background:transparent}img{display:block;width:${size}px;height:${size}px}</style><img src="${source}">`,
    )
    writeFileSync(folder + to, await page.screenshot({ omitBackground: true }))
    await page.close()
    console.log(to)
  }
} finally {
  await browser.close()
}
