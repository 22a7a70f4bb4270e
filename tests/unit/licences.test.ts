/** What runs in production is made of packages that anybody may use and hand on, under licences that say so, and none of them runs a program when it is installed. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface LockedPackage {
  readonly dev?: boolean
  readonly license?: string
  readonly hasInstallScript?: boolean
  readonly integrity?: string
}

const PERMISSIVE = /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|MIT AND OFL-1\.1)$/
/** Packages that name no licence where tools look for it; it stands in their file LICENSE. */
const BY_FILE = ['node_modules/png-js', 'node_modules/bpmn-js']

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> }
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)

describe('what is shipped with the product', () => {
  it('has a permissive licence', () => {
    expect(shipped.length).toBeGreaterThan(100)
    expect(
      shipped.filter(([path, { license = '' }]) => !PERMISSIVE.test(license) && !BY_FILE.includes(path)).map(([path]) => path),
    ).toEqual([])
    for (const path of BY_FILE)
      expect(readFileSync(`${path}/LICENSE`, 'utf8'), path).toMatch(/Permission is hereby granted, free of charge/)
  })

  it('asks for nothing in return but what is done: the watermark of bpmn.io is left as it is, and nothing is drawn over it', () => {
    expect(readFileSync('node_modules/bpmn-js/LICENSE', 'utf8')).toMatch(
      /the watermark must stay fully visible and not visually overlapped/,
    )
    const styles = ['web/shared/workflow/diagram.css', 'web/features/workflow/processdesign/designer.css']
    for (const file of styles) expect(readFileSync(file, 'utf8'), file).not.toMatch(/bjs-powered-by/)
    // What is drawn at its corner would cover it.
    expect(readFileSync('web/shared/workflow/diagram.css', 'utf8')).not.toMatch(/\bbottom: \d/)
  })

  it('is what was locked, by its hash', () => {
    expect(shipped.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  })

  it('runs nothing when it is installed', () => {
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
  })
})
