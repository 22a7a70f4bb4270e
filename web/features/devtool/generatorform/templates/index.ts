/** Forms to begin with. */
import type { FormDefinition } from '../../../../../model/form/definition.ts'
import { inspection } from './inspection.ts'
import { leaveRequest } from './leave-request.ts'
import { survey } from './survey.ts'

const templates = { 'leave-request': leaveRequest, inspection, survey } as const satisfies Record<string, FormDefinition>

export type TemplateName = keyof typeof templates
export const TEMPLATES = Object.keys(templates) as readonly TemplateName[]

/** The form that the template is. */
export const templateOf = (name: TemplateName): FormDefinition => templates[name]
