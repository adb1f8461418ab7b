import { PageHead } from '../../parts/page-head.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { CleanUpSection } from './clean-up-section.tsx';
import { CLEAN_UPS } from './clean-ups.ts';

/** What an administrator does by hand now and then; the service also does most of it by itself. */
export function CleanUpPage() {
  usePageTitle('Clean-up', 'Settings');
  return (
    <div className="al-page al-narrow">
      <PageHead title="Clean-up" detail="Nothing here touches a file that somebody can see." />
      {CLEAN_UPS.map((cleanUp) => (
        <CleanUpSection key={cleanUp.name} cleanUp={cleanUp} />
      ))}
    </div>
  );
}
