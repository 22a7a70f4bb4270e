/** Points stand under the heading of their group, groups in the order of their first points. */
import type { Translate } from '../../kernel/i18n/i18n.ts'

const groupOf = (point: object): string => ('pointGroup' in point && typeof point.pointGroup === 'string' ? point.pointGroup.trim() : '')

/** The points, those of a group beside each other; a group stands where the first of its points stood. */
export function groupedPoints<Point extends object>(points: readonly Point[]): readonly Point[] {
  return [...Map.groupBy(points, groupOf).values()].flat()
}

/** What stands above a point that begins a group; undefined where none of the points is in a group. */
export function groupHeadings<Point extends object>(points: readonly Point[], t: Translate): ((point: Point) => string) | undefined {
  return points.some((point) => groupOf(point) !== '') ? (point) => groupOf(point) || t('points.no-group') : undefined
}
