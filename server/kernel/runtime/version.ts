/** The version of this build, as its package says. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')

export const { version: VERSION } = z.object({ version: z.string() }).parse(JSON.parse(text))
