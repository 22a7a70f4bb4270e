/** Real data on the canvas, as those see it who have a role: what the page asks for is asked for, and drawn where the widgets are designed. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useEffect, useState } from 'react'
import type { ScreenFinding } from '../../../../model/contract/screen/screens.ts'
import { previewScreenPage } from '../../../../model/contract/screen/screens.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { Line } from '../../../shared/panels/line.tsx'
import { Section } from '../../../shared/panels/section.tsx'
import { secondOf } from '../../../ui/clock.ts'
import type { DesignFeed } from './design-feed.ts'
import { useDesignState, usePage } from './store.ts'

/** Milliseconds without a change. */
const PAUSE = 800
/** Milliseconds: figures of a page take longer than a list. */
const LIMIT = 30_000

interface PreviewProps {
  readonly feed: DesignFeed
  readonly isOn: boolean
  readonly onSwitch: (isOn: boolean) => void
  readonly onFindings: (findings: readonly ScreenFinding[] | undefined) => void
}

export default function Preview({ feed, isOn, onSwitch, onFindings }: PreviewProps) {
  const t = useT()
  const content = useAfterPause(useDesignState((state) => state.document))
  const page = usePage()
  const [roleId, setRole] = useState<string | null>(null)
  const isThere = content.pages.some(({ id }) => id === page.id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['screen-preview', content, page.id, roleId],
    queryFn: ({ signal }) =>
      ask(previewScreenPage, { content, page: page.id, ...(roleId ? { roleId } : {}) }, { signal, quiet: true, limit: LIMIT }),
    enabled: isOn && isThere,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  const shown = isOn && !error ? data : undefined
  useEffect(() => {
    feed.setData(shown)
    onFindings(shown?.findings)
  }, [feed, shown, onFindings])
  // Leaving the panel leaves the data on the canvas: they are looked at while something is changed.

  return (
    <Section title={t('screen-design.preview')}>
      <Checkbox className="form-tick" checked={isOn} onChange={({ target }) => onSwitch(target.checked)}>
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
                onChange={(next: string | null) => setRole(next ?? null)}
              />
            )}
          </Line>
          {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
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

/** The value as it was when nothing had changed for a moment. */
function useAfterPause<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
