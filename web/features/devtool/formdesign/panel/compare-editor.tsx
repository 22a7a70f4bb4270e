/** How a field has to be to others of its type. */
import { Button, Select } from 'antd'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { FormColumn } from '../../../../../model/form/definition.ts'
import { COMPARISONS, textIn } from '../../../../../model/form/definition.ts'
import { KINDS } from '../../../../../model/form/kinds.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useDesignState } from '../design-store.ts'
import { besideOf } from '../expression/fields-beside.ts'
import type { FieldPart } from '../state/doc.ts'
import { GroupLine } from '../../../../shared/panels/line.tsx'
import type { ChangePart } from './change-part.ts'

type Compared = NonNullable<FormColumn['compare']>[number]

export function CompareEditor({ part, changePart }: { part: FieldPart; changePart: ChangePart }) {
  const t = useT()
  const language = useDesignState((state) => state.language)
  const doc = useDesignState((state) => state.doc)
  const { field } = part
  const all = field.compare ?? []
  const others = besideOf(doc, part.key).filter((other) => other.id !== field.id && KINDS[other.kind].type === KINDS[field.kind].type)
  if (all.length === 0 && others.length === 0) return null
  const change = (compare: readonly Compared[]) => changePart({ compare: compare.length > 0 ? compare : undefined })

  return (
    <GroupLine label={t('forms.member.compare')}>
      {all.map((compared, at) => (
        <div key={at} className="form-choice">
          <Select
            value={compared.is}
            aria-label={t('form-design.comparison', { place: at + 1 })}
            options={COMPARISONS.map((is) => ({ value: is, label: t(`forms.compare.${is}`) }))}
            onChange={(is) => change(all.map((one, place) => (place === at ? { ...one, is } : one)))}
          />
          <Select
            value={compared.field}
            aria-label={t('form-design.compared', { place: at + 1 })}
            options={others.map(({ id, labels }) => ({ value: id, label: textIn(labels, language) }))}
            onChange={(other) => change(all.map((one, place) => (place === at ? { ...one, field: other } : one)))}
          />
          <Button
            type="text"
            size="small"
            aria-label={t('form-design.comparison-remove', { place: at + 1 })}
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => change(all.filter((_one, place) => place !== at))}
          />
        </div>
      ))}
      {all.length < 5 && others[0] && (
        <Button size="small" onClick={() => change([...all, { is: 'equal', field: (others[0] as FormColumn).id }])}>
          {t('button.add')}
        </Button>
      )}
    </GroupLine>
  )
}
