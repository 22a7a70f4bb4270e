/** The forms to begin with are forms that can be published as they are, in every language. */
import { describe, expect, it } from 'vitest'
import { checkDefinition } from '../../../../../model/form/check-definition.ts'
import { checkEntry } from '../../../../../model/form/check-entry.ts'
import { FORM_DEFINITION } from '../../../../../model/form/definition.ts'
import { KINDS } from '../../../../../model/form/kinds.ts'
import { TEMPLATES, templateOf } from './index.ts'

const context = { now: Date.UTC(2026, 10, 25), zone: 'UTC', mayWrite: () => true }

describe('a template', () => {
  it.each(TEMPLATES)('%s is a form without faults', (name) => {
    expect(FORM_DEFINITION.safeParse(templateOf(name)).success).toBe(true)
    expect(checkDefinition(templateOf(name))).toEqual([])
  })

  it.each(TEMPLATES)('%s says everything in three languages', (name) => {
    const lacking: unknown[] = []
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const names = Object.keys(value)
      if (names.some((one) => ['zh', 'tw', 'en'].includes(one)) && names.length < 3) lacking.push(value)
      Object.values(value).forEach(visit)
    }
    visit(templateOf(name))
    expect(lacking).toEqual([])
  })

  it('for a survey names nothing of the tenant', () => {
    expect(templateOf('survey').fields.filter(({ kind, noun }) => noun ?? KINDS[kind].of)).toEqual([])
  })

  it('for leave counts the days and asks for a certificate from the third on', () => {
    const given = { leavekind: 'sick', firstday: '2026-11-25', lastday: '2026-11-27' }
    const { data, faults } = checkEntry(templateOf('leave-request'), given, context)
    expect(data['days']).toBe(3)
    expect(faults).toEqual([{ field: 'certificate', code: 'required' }])
  })
})
