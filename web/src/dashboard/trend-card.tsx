import type { Course, Courses } from '../../../server/src/domain/dashboard/get-courses.ts';
import { LineChart } from '../charts/chart.tsx';
import { Legend } from '../charts/legend.tsx';
import { formatNumber } from '../lib/format.ts';

const colors = ['var(--line-1)', 'var(--line-2)', 'var(--line-3)', 'var(--line-4)', 'var(--line-5)'];

type CourseCardProps = { title: string; courses: Course[]; unit: Courses['unit']; days: string[]; empty: React.ReactNode };

/** How a few things went over time. */
export function CourseCard({ title, courses, unit, days, empty }: CourseCardProps) {
  const series = courses.map(({ name, values }, at) => ({ name, values, color: colors[at]! }));
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
      </header>
      <div className="inside">
        {courses.length === 0 ? (
          <p className="faint">{empty}</p>
        ) : (
          <>
            <LineChart label={`${title}, by ${unit}`} days={days} series={series} unit={unit} />
            <Legend entries={courses.map(({ name, total }, at) => ({ name, color: colors[at]!, value: formatNumber(total) }))} />
          </>
        )}
      </div>
    </section>
  );
}
