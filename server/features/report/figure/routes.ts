/** Figures by documents: several at once for a page, one as a file, and what they can be made of. */
import * as contract from '../../../../model/contract/report/figure.ts'
import { subjectsFor } from '../../../figures/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { exportFigure } from './export.ts'

const queryFigure = implement(contract.queryFigure, {
  access: 'granted',
  reads: true,
  // A preview shows what pages show.
  allowedWith: ['read-only'],
  // Values that fields are compared with: who may see those fields, no noun of the log says.
  unloggedInput: ['document', 'params', 'figures'],
  summary:
    'Figures by a document, or by several at once: measures of the rows of a subject, by dimensions, in a range of time. What the caller does not see is unknown in it',
  async handle({ input, caller, t, services: { figures } }) {
    if (input.figures) return { list: await figures.queryEach(caller, t, input.figures) }
    return figures.query(caller, t, input)
  },
})

const querySubject = implement(contract.querySubject, {
  access: 'granted',
  summary: 'What the caller can make figures of: subjects, their fields with what can be measured and asked of them, and references',
  handle: ({ caller, t }) => Promise.resolve({ list: subjectsFor(caller, t) }),
})

export const figureFeature: Feature = { tag: 'figures', routes: [queryFigure, exportFigure, querySubject] }
