/** What a field or column says: everything about it, and nothing that fields of its kind cannot say. */
import { InputNumber, Select } from 'antd'
import type { FormField } from '../../../../../model/form/definition.ts'
import type { FieldKind, RuleName } from '../../../../../model/form/kinds.ts'
import { FIELD_KINDS, KINDS, NAMED_NOUNS } from '../../../../../model/form/kinds.ts'
import { decimalOf } from '../../../../../model/expression/values.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import { useDesign, useDesignState } from '../design-store.ts'
import { ConditionLines } from '../expression/condition-lines.tsx'
import { paletteTexts } from '../names.ts'
import type { FieldPart } from '../state/doc.ts'
import { newColumn, randomId } from '../state/new-parts.ts'
import { ChoicesEditor } from './choices-editor.tsx'
import { ColumnsEditor } from './columns-editor.tsx'
import { CompareEditor } from './compare-editor.tsx'
import { DictionaryPicker } from './dictionary-picker.tsx'
import { Section, Tick } from '../../../../shared/panels/section.tsx'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { PatternEditor } from './pattern-editor.tsx'
import { RolePicker } from './role-picker.tsx'
import type { ChangePart } from './change-part.ts'
import { useChangePart } from './change-part.ts'
import { TextsInput } from './texts-input.tsx'

export function FieldPanel({ part }: { part: FieldPart }) {
  const t = useT()
  const { act } = useDesign()
  const language = useDesignState((state) => state.language)
  const changePart = useChangePart(part.key)
  const { field } = part
  const isColumn = part.part === 'column'
  const { rules, isGiven } = KINDS[field.kind]
  const kinds = FIELD_KINDS.filter((kind) => !isColumn || !(KINDS[kind].isWide ?? KINDS[kind].isGiven))
  const has = (rule: RuleName) => rules.includes(rule)
  const isWritten = !isGiven && !field.compute

  return (
    <>
      <TextsInput label={t('forms.member.labels')} value={field.labels} onKeep={(labels, run) => changePart({ labels }, `labels ${run}`)} />
      <Line label={t('forms.member.kind')}>
        {(id) => (
          <Select<FieldKind>
            id={id}
            value={field.kind}
            showSearch={{ optionFilterProp: 'label' }}
            options={kinds.map((kind) => ({ value: kind, label: t(`forms.kind.${kind}`) }))}
            onChange={(kind) =>
              act({
                do: 'change-kind',
                key: part.key,
                kind,
                column: newColumn('text', columnTexts(paletteTexts('text', language, t)), randomId),
              })
            }
          />
        )}
      </Line>
      <Line label={t('forms.member.name')}>
        {(id) => <KeptInput id={id} value={field.name} maxLength={64} onKeep={(name) => changePart({ name }, 'name')} />}
      </Line>
      {isWritten && <Tick label={t('forms.member.required')} value={field.required} onChange={(required) => changePart({ required })} />}
      {has('choices') && <ChoicesEditor key={part.key} choices={field.choices ?? []} changePart={changePart} />}
      {has('dictionary') && <DictionaryPicker value={field.dictionary} onChange={(dictionary) => changePart({ dictionary })} />}
      {has('noun') && (
        <Line label={t('forms.rule.noun')}>
          {(id) => (
            <Select
              id={id}
              value={field.noun}
              options={NAMED_NOUNS.map((noun) => ({ value: noun, label: t(`noun.${noun}` as LabelKey) }))}
              onChange={(noun) => changePart({ noun })}
            />
          )}
        </Line>
      )}
      {has('columns') && <ColumnsEditor part={part} />}
      {field.kind !== 'table' && !isGiven && (
        <TextsInput
          label={t('forms.member.placeholder')}
          value={field.placeholder}
          max={128}
          onKeep={(placeholder, run) => changePart({ placeholder }, `placeholder ${run}`)}
        />
      )}
      <TextsInput
        label={t('forms.member.help')}
        value={field.help}
        lines
        max={500}
        onKeep={(help, run) => changePart({ help }, `help ${run}`)}
      />
      {part.part === 'field' && <SpanLine value={part.span} onChange={(span) => changePart({ span })} />}
      <Rules field={field} has={has} changePart={changePart} />
      {has('pattern') && <PatternEditor pattern={field.pattern} changePart={changePart} />}
      {KINDS[field.kind].type && <CompareEditor part={part} changePart={changePart} />}
      <ConditionLines part={part} changePart={changePart} />
      {!isColumn && <OfEntries field={field} changePart={changePart} />}
    </>
  )
}

const columnTexts = (texts: ReturnType<typeof paletteTexts>) => ({ ...texts, labels: texts.column })

function Rules({ field, has, changePart }: { field: FormField; has: (rule: RuleName) => boolean; changePart: ChangePart }) {
  const t = useT()
  const bounds = (['least', 'greatest'] as const).filter((rule) => has(rule))
  const counts = (['minLength', 'maxLength', 'decimals', 'minCount', 'maxCount'] as const).filter((rule) => has(rule))
  return (
    <>
      <div className="form-pairs">
        {bounds.map((rule) => (
          <Line key={rule} label={t(`forms.rule.${rule}`)}>
            {(id) => (
              <KeptInput
                id={id}
                numeric
                maxLength={40}
                value={field[rule] ?? ''}
                onKeep={(text) => (text === '' || decimalOf(text) !== null) && changePart({ [rule]: text || undefined }, rule)}
              />
            )}
          </Line>
        ))}
        {counts.map((rule) => (
          <Line key={rule} label={t(`forms.rule.${rule}`)}>
            {(id) => (
              <InputNumber
                id={id}
                min={0}
                max={rule === 'decimals' ? 10 : rule.endsWith('Count') ? 500 : 100_000}
                precision={0}
                value={field[rule] ?? null}
                onChange={(value) => changePart({ [rule]: value ?? undefined }, rule)}
              />
            )}
          </Line>
        ))}
        {has('unit') && (
          <Line label={t(field.kind === 'money' ? 'form-design.currency' : 'forms.rule.unit')}>
            {(id) => (
              <KeptInput
                id={id}
                value={field.unit ?? ''}
                maxLength={16}
                onKeep={(text) => changePart({ unit: text || undefined }, 'unit')}
              />
            )}
          </Line>
        )}
      </div>
      {has('fileTypes') && (
        <Line label={t('forms.rule.fileTypes')}>
          {(id) => (
            <Select
              id={id}
              mode="tags"
              value={field.fileTypes ? [...field.fileTypes] : []}
              tokenSeparators={[',', ' ', '，', '、']}
              placeholder="pdf, docx, xlsx"
              notFoundContent={null}
              onChange={(types: string[]) => {
                const clean = [...new Set(types.map((type) => type.trim().replace(/^\./, '').toLowerCase()).filter(Boolean))]
                changePart({ fileTypes: clean.length > 0 ? clean : undefined })
              }}
            />
          )}
        </Line>
      )}
    </>
  )
}

/** What concerns the entries: lists, and who sees and writes it. */
function OfEntries({ field, changePart }: { field: FormField; changePart: ChangePart }) {
  const t = useT()
  const isUnique = KINDS[field.kind].type !== undefined && !KINDS[field.kind].isGiven
  return (
    <Section title={t('form-design.entries-and-rights')}>
      {field.kind !== 'table' && (
        <Tick label={t('forms.member.listed')} value={field.listed} onChange={(listed) => changePart({ listed })} />
      )}
      {isUnique && <Tick label={t('forms.member.unique')} value={field.unique} onChange={(unique) => changePart({ unique })} />}
      {(['seenBy', 'writtenBy'] as const).map((member) => (
        <RolePicker
          key={member}
          label={t(`forms.member.${member}`)}
          value={field[member]}
          onChange={(roles) => changePart({ [member]: roles })}
        />
      ))}
    </Section>
  )
}

function SpanLine({ value, onChange }: { value: number | undefined; onChange: (span: number | undefined) => void }) {
  const t = useT()
  return (
    <Line label={t('forms.layout.span')}>
      {(id) => (
        <InputNumber id={id} min={1} max={12} precision={0} value={value ?? null} onChange={(span) => onChange(span ?? undefined)} />
      )}
    </Line>
  )
}
