/** Whether the canvas shows real data, and as those see it who have a role. */
import { Checkbox } from 'antd'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { Line } from '../../../shared/panels/line.tsx'
import { Section } from '../../../shared/panels/section.tsx'
import { secondOf } from '../../../ui/clock.ts'
import type { Looking, Previewed } from './use-preview.ts'

interface PreviewProps {
  readonly looking: Looking
  readonly found: Previewed
  readonly onLook: (looking: Looking) => void
}

export default function Preview({ looking, found: { shown, error, isFetching, again }, onLook }: PreviewProps) {
  const t = useT()
  const { isOn, roleId } = looking
  return (
    <Section title={t('screen-design.preview')}>
      <Checkbox className="form-tick" checked={isOn} onChange={({ target }) => onLook({ ...looking, isOn: target.checked })}>
        {t('screen-design.preview-on')}
      </Checkbox>
      {isOn && (
        <div aria-busy={isFetching}>
          <Line label={t('screen-design.preview-role')}>
            {(id) => (
              <RowPicker
                noun="roles"
                id={id}
                clearable
                placeholder={t('screen-design.preview-own')}
                value={roleId}
                onChange={(next: string | null) => onLook({ ...looking, roleId: next ?? null })}
              />
            )}
          </Line>
          {error instanceof ApiError && <ListFailure error={error} onRetry={again} />}
          {shown && (
            <p className="quiet" role="status">
              {t('screen-design.preview-as-of', { time: secondOf(shown.asOf), count: shown.withheld.length })}
            </p>
          )}
        </div>
      )}
    </Section>
  )
}
