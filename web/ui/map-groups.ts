/** Pixels: marks whose middles are nearer than this lie upon each other. */
const NEAR = 28

/** The points in groups that are drawn as one mark each: every point is near the first of its group. Pure. */
export function groupsOf<Point>(
  points: readonly Point[],
  placeOf: (point: Point) => { readonly x: number; readonly y: number },
): Point[][] {
  const groups: { x: number; y: number; points: Point[] }[] = []
  for (const point of points) {
    const { x, y } = placeOf(point)
    const near = groups.find((group) => Math.hypot(group.x - x, group.y - y) < NEAR)
    if (near) near.points.push(point)
    else groups.push({ x, y, points: [point] })
  }
  return groups.map((group) => group.points)
}
