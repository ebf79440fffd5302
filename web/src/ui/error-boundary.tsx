import { Component, type ReactNode } from 'react';
import { Trouble } from './error-state.tsx';

/** A fault in one page must not take the way to the others away. */
export class FaultBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <Trouble error={this.state.error} onRetry={() => location.reload()} /> : this.props.children;
  }
}
