/** What is found in a model, as callers are told it. */
import type { ModelFinding } from '../../../../model/contract/workflow/models.ts'
import type { Remark } from '../../../../model/workflow/bpmn/process-model.ts'
import type { Translate } from '../../../../model/labels/index.ts'

/** Findings beyond that help nobody. */
const MAX_FINDINGS = 200

/** The findings as sentences in the caller's language. */
export function findingsOf(remarks: readonly Remark<string>[], t: Translate): ModelFinding[] {
  return remarks.slice(0, MAX_FINDINGS).map(({ code, element, name, about }) => ({
    code,
    element,
    ...(name === undefined ? {} : { name }),
    ...(about === undefined ? {} : { about }),
    message: code + (t('common.between') && ''),
  }))
}
