import type { Translate } from '../../../../kernel/i18n/i18n.ts'
import type { DiagramTranslate } from '../../../../shared/workflow/diagram-parts.ts'
import { DIAGRAM_TEXTS } from './diagram-texts.ts'

/** How bpmn-js puts its texts into the language of the page. */
export const diagramTranslate =
  (t: Translate): DiagramTranslate =>
  (template, values = {}) => {
    const key = Object.hasOwn(DIAGRAM_TEXTS, template) ? DIAGRAM_TEXTS[template] : undefined
    return key === undefined ? template : t(key, { name: values['element'] ?? '' })
  }
