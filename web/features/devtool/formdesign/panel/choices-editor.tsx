/** The choices of a field, one below the other, or pasted as lines. */
import { Button, Input } from 'antd'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { useState } from 'react'
import type { FormColumn, Texts } from '../../../../../model/form/definition.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useDesignState } from '../design-store.ts'
import { choicesOfLines, linesOfChoices } from './choice-lines.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { GroupLine } from '../../../../shared/panels/line.tsx'
import { LanguageMarks, withText } from './texts-input.tsx'
import type { ChangePart } from './change-part.ts'

type Choices = NonNullable<FormColumn['choices']>

export function ChoicesEditor({ choices, changePart }: { choices: Choices; changePart: ChangePart }) {
  const t = useT()
  const language = useDesignState((state) => state.language)
  const [pasted, setPasted] = useState<string>()
  const change = (at: number, one: Partial<Choices[number]>, run: string) =>
    changePart({ choices: choices.map((choice, place) => (place === at ? { ...choice, ...one } : choice)) }, `choice ${at} ${run}`)

  if (pasted !== undefined)
    return (
      <GroupLine label={t('forms.rule.choices')}>
        <p className="form-quiet">{t('form-design.choices-about')}</p>
        <Input.TextArea
          value={pasted}
          aria-label={t('form-design.choices-lines')}
          autoSize={{ minRows: 5, maxRows: 16 }}
          onChange={({ target }) => setPasted(target.value)}
        />
        <div className="form-buttons">
          <Button
            type="primary"
            size="small"
            onClick={() => {
              const read = choicesOfLines(pasted, choices, language)
              if (read.length > 0 && changePart({ choices: read })) setPasted(undefined)
            }}
          >
            {t('form-design.take')}
          </Button>
          <Button size="small" onClick={() => setPasted(undefined)}>
            {t('common.cancel')}
          </Button>
        </div>
      </GroupLine>
    )

  return (
    <GroupLine label={t('forms.rule.choices')} mark={<LanguageMarks of={lackingOf(choices)} label={t('forms.rule.choices')} />}>
      {choices.map(({ value, labels }, at) => (
        <div key={at} className="form-choice">
          <KeptInput
            key={language}
            value={labels[language] ?? ''}
            maxLength={128}
            label={t('form-design.choice-label', { place: at + 1 })}
            placeholder={labels.zh || labels.en || labels.tw}
            onKeep={(text) => {
              const texts = withText(labels, language, text)
              return texts !== undefined && change(at, { labels: texts }, language)
            }}
          />
          <KeptInput
            value={value}
            maxLength={64}
            label={t('form-design.choice-value', { place: at + 1 })}
            onKeep={(text) => text !== '' && change(at, { value: text }, 'value')}
          />
          <Button
            type="text"
            size="small"
            disabled={choices.length === 1}
            aria-label={t('form-design.choice-remove', { place: at + 1 })}
            icon={<DeleteOutlined aria-hidden="true" />}
            onClick={() => changePart({ choices: choices.filter((_choice, place) => place !== at) })}
          />
        </div>
      ))}
      <div className="form-buttons">
        <Button
          size="small"
          onClick={() =>
            changePart({
              choices: [
                ...choices,
                { value: freeValue(choices), labels: { [language]: `${t('form-design.choice')} ${choices.length + 1}` } },
              ],
            })
          }
        >
          {t('button.add')}
        </Button>
        <Button size="small" onClick={() => setPasted(linesOfChoices(choices, language))}>
          {t('form-design.choices-paste')}
        </Button>
      </div>
    </GroupLine>
  )
}

/** A value that no choice has. */
function freeValue(choices: Choices): string {
  let number = choices.length + 1
  while (choices.some(({ value }) => value === String(number))) number += 1
  return String(number)
}

/** The languages that every choice has. */
function lackingOf(choices: Choices): Texts {
  const has = (language: keyof Texts) => (choices.every(({ labels }) => labels[language]) ? '✓' : undefined)
  return { zh: has('zh'), tw: has('tw'), en: has('en') }
}
