/** What is found in a model, as callers are told it. */
import type { ModelFinding } from '../../../../model/contract/workflow/models.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import type { Finding } from '../../../../model/workflow/check/findings.ts'
import { sentenceOfFinding } from '../../../../model/workflow/check/sentences.ts'

/** The findings as sentences in the caller's language. */
export function findingsOf(findings: readonly Finding[], t: Translate): ModelFinding[] {
  return findings.map(({ code, element, name, about, ...rest }) => ({
    code,
    element,
    ...(name === undefined ? {} : { name }),
    ...(about === undefined ? {} : { about }),
    message: sentenceOfFinding({ code, element, name, about, ...rest }, t),
  }))
}
