/** What is said of the whole form: how it prints. */
import { Button } from 'antd'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import type { FormDefinition, Texts } from '../../../../../model/form/definition.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { useDesign, useDesignState } from '../design-store.ts'
import { Section, Tick } from '../../../../shared/panels/section.tsx'
import { TextsInput } from './texts-input.tsx'

type Print = NonNullable<FormDefinition['print']>

export function FormPanel() {
  const t = useT()
  const { act, store } = useDesign()
  const print = useDesignState(({ doc }) => doc.print)
  const language = useDesignState((state) => state.language)
  const signatures = print?.signatures ?? []

  function changePrint(values: Partial<Print>, run?: string): boolean {
    const entries = Object.entries({ ...print, ...values }).filter(([, value]) => value !== undefined)
    act({
      do: 'print',
      print: entries.length > 0 ? (Object.fromEntries(entries) as Print) : undefined,
      ...(run === undefined ? {} : { run }),
    })
    return store.getState().refused === undefined
  }
  const sign = (boxes: readonly Texts[], run?: string) => changePrint({ signatures: boxes.length > 0 ? [...boxes] : undefined }, run)

  return (
    <>
      <div className="form-panel-head">
        <h2>{t('form-design.whole')}</h2>
      </div>
      <p className="form-quiet">{t('form-design.whole-about')}</p>
      <Section title={t('form-design.print')}>
        <Tick label={t('forms.print.isLandscape')} value={print?.isLandscape} onChange={(isLandscape) => changePrint({ isLandscape })} />
        <TextsInput
          label={t('forms.print.header')}
          value={print?.header}
          max={200}
          onKeep={(header, run) => changePrint({ header }, `header ${run}`)}
        />
        <h4>{t('forms.print.signatures')}</h4>
        {signatures.map((box, at) => (
          <div key={at} className="form-choice">
            <TextsInput
              label={t('form-design.signature', { place: at + 1 })}
              value={box}
              onKeep={(texts, run) =>
                texts !== undefined &&
                sign(
                  signatures.map((one, place) => (place === at ? texts : one)),
                  `signature ${at} ${run}`,
                )
              }
            />
            <Button
              type="text"
              size="small"
              aria-label={t('form-design.signature-remove', { place: at + 1 })}
              icon={<DeleteOutlined aria-hidden="true" />}
              onClick={() => sign(signatures.filter((_box, place) => place !== at))}
            />
          </div>
        ))}
        {signatures.length < 8 && (
          <Button
            size="small"
            onClick={() => sign([...signatures, { [language]: t('form-design.signature', { place: signatures.length + 1 }) }])}
          >
            {t('button.add')}
          </Button>
        )}
      </Section>
    </>
  )
}
