public import Foundation

/// Changes of layers that belong together, and how they are animated.
///
/// Transactions nest, and each thread has its own. A change of a committed layer outside of
/// `begin()` and `commit()` starts an implicit one, which ends with `flush()`, with the next frame
/// of a renderer on this thread, or, on the main thread and on the main actor, with the turn of the main run
/// loop or with the actor's next pause.
///
/// What layers say becomes visible with the next commit of a renderer, whether a transaction is open
/// or not; animations begin then, too. Glaze's own choice: there is no render server beside a
/// headless renderer, and times are the caller's.
///
/// Observed: Apple header CATransaction.h.
public class CATransaction: NSObject {
  /// Begins a transaction inside of the current one.
  public class func begin() {
    TransactionStack.current.begin()
  }

  /// Ends what `begin()` began last; without that, the implicit transaction.
  public class func commit() {
    TransactionStack.current.commit()
  }

  /// Ends the implicit transaction, unless another one is open, and calls what waits to be called:
  /// completion blocks and delegates of animations.
  public class func flush() {
    let stack = TransactionStack.current
    stack.endImplicit()
    stack.callWaiting()
  }

  /// Waits for a lock that all threads share and that may be taken several times.
  public class func lock() { transactionLock.lock() }

  /// Lets go of the lock.
  public class func unlock() { transactionLock.unlock() }

  /// How long animations take that do not say so, in seconds; default 0.25.
  public class func animationDuration() -> CFTimeInterval {
    TransactionStack.existing?.duration ?? TransactionStack.defaultDuration
  }

  /// Says how long animations take that do not say so, in seconds.
  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.innermost.duration = dur
  }

  /// The pace of implicit animations; nil is `default`; default nil.
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.existing?.timingFunction
  }

  /// Sets the pace of implicit animations.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.innermost.timingFunction = .some(function)
  }

  /// Whether changes are just changes: nobody is asked for actions; default false.
  public class func disableActions() -> Bool {
    TransactionStack.existing?.disablesActions ?? false
  }

  /// Says whether changes are just changes.
  public class func setDisableActions(_ flag: Bool) {
    TransactionStack.current.innermost.disablesActions = flag
  }

  /// What is called when all animations have ended that were added since it was set; default nil.
  public class func completionBlock() -> (() -> Void)? {
    TransactionStack.existing?.levels.last?.group?.block
  }

  /// Sets what is called when all animations have ended, or were removed, that are added to this
  /// transaction and to those inside of it from now on; without any, at the next chance.
  ///
  /// A block that it replaces is still called for its own animations. Blocks are called by
  /// `flush()`, after a renderer's frame, by the main thread's run loop, or at the main actor's next
  /// pause; never inside of `commit()`.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.innermost.setCompletionBlock(block)
  }

  /// A property by its key, or what was set for any other key, in this transaction or around it.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: return NSNumber(value: animationDuration())
    case kCATransactionDisableActions: return NSNumber(value: disableActions())
    case kCATransactionAnimationTimingFunction: return animationTimingFunction()
    case kCATransactionCompletionBlock: return completionBlock()
    default: return TransactionStack.existing?.custom(key)
    }
  }

  /// Sets a property by its key, or keeps a value for any other key in this transaction.
  public class func setValue(_ anObject: Any?, forKey key: String) {
    switch key {
    case kCATransactionAnimationDuration:
      setAnimationDuration(PropertyValue(anObject, as: .double)?.double ?? 0)
    case kCATransactionDisableActions:
      setDisableActions((PropertyValue(anObject, as: .double)?.double ?? 0) != 0)
    case kCATransactionAnimationTimingFunction:
      setAnimationTimingFunction(anObject as? CAMediaTimingFunction)
    case kCATransactionCompletionBlock: setCompletionBlock(anObject as? () -> Void)
    default: TransactionStack.current.innermost.custom[key] = PropertyValue.unwrapped(anObject)
    }
  }
}

extension CATransaction {
  /// Changes layers without asking for actions.
  package class func withoutActions<Result>(_ body: () -> Result) -> Result {
    begin()
    defer { commit() }
    setDisableActions(true)
    return body()
  }
}

/// Shared by all threads, as Apple's.
private let transactionLock = NSRecursiveLock()

/// The key of `CATransaction.animationDuration()`.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of `CATransaction.disableActions()`.
public let kCATransactionDisableActions = "disableActions"
/// The key of `CATransaction.animationTimingFunction()`.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of `CATransaction.completionBlock()`.
public let kCATransactionCompletionBlock = "completionBlock"
