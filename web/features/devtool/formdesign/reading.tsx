/** A form to look at: on a phone, and for whoever may not change it. */
import { Alert } from 'antd'
import type { FormDesign } from '../../../../model/contract/devtool/forms.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { sessionSources } from '../../../shared/forms/session-sources.ts'
import { useClockZone } from '../../../ui/clock.ts'

export default function Reading({ form, why }: { form: FormDesign; why: 'phone' | 'rights' }) {
  const t = useT()
  const language = useLanguage()
  const zone = useClockZone()
  return (
    <article className="form-reading">
      <h1>{form.formDescription}</h1>
      <Alert type="info" showIcon title={t(`form-design.reading-${why}`)} />
      <FormView definition={form.definition} data={NOTHING} language={language} zone={zone} sources={sessionSources(form.id)} />
    </article>
  )
}

const NOTHING = {}
