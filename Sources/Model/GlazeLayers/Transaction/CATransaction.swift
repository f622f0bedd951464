public import Foundation

/// A group of changes of layers, and the parameters of their animation.
///
/// Transactions nest, and each thread has its own. A change of a committed layer outside `begin()`
/// and `commit()` starts an implicit transaction. It ends with `flush()`, with the next frame of a
/// renderer on this thread or, on the main thread and the main actor, with the turn of the main run
/// loop or the actor's next suspension.
///
/// Changes become visible with the next commit of a renderer, whether or not a transaction is open;
/// animations begin then, too. This is Glaze's own choice: a headless renderer has no render
/// server, and the caller supplies the times.
///
/// Observed: Apple header CATransaction.h.
public class CATransaction: NSObject {
  /// Begins a transaction inside the current one.
  public class func begin() {
    TransactionStack.current.begin()
  }

  /// Ends the transaction of the last `begin()`, or the implicit one if there is none.
  public class func commit() {
    TransactionStack.current.commit()
  }

  /// Ends the implicit transaction, unless another one is open, and makes the pending calls:
  /// completion blocks and delegates of animations.
  public class func flush() {
    let stack = TransactionStack.current
    stack.endImplicit()
    stack.callWaiting()
  }

  /// Acquires a recursive lock that all threads share.
  public class func lock() { transactionLock.lock() }

  /// Releases the lock.
  public class func unlock() { transactionLock.unlock() }

  /// Returns the duration of animations that do not set their own, in seconds; default 0.25.
  public class func animationDuration() -> CFTimeInterval {
    TransactionStack.existing?.duration ?? TransactionStack.defaultDuration
  }

  /// Sets the duration of animations that do not set their own, in seconds.
  public class func setAnimationDuration(_ dur: CFTimeInterval) {
    TransactionStack.current.setDuration(dur)
  }

  /// Returns the timing function of implicit animations; nil is `default`; default nil.
  public class func animationTimingFunction() -> CAMediaTimingFunction? {
    TransactionStack.existing?.timingFunction
  }

  /// Sets the timing function of implicit animations.
  public class func setAnimationTimingFunction(_ function: CAMediaTimingFunction?) {
    TransactionStack.current.setTimingFunction(function)
  }

  /// Returns whether changes skip the search for actions; default false.
  public class func disableActions() -> Bool {
    TransactionStack.existing?.disablesActions ?? false
  }

  /// Sets whether changes skip the search for actions.
  public class func setDisableActions(_ flag: Bool) {
    TransactionStack.current.setDisablesActions(flag)
  }

  /// Returns the block to call after the end of all animations that were added since it was set;
  /// default nil.
  public class func completionBlock() -> (() -> Void)? {
    TransactionStack.existing?.levels.last?.group?.block
  }

  /// Sets the block to call when all animations that are added to this transaction and its nested
  /// ones from now on have ended or were removed.
  ///
  /// Without any, it is called as soon as possible.
  ///
  /// A block that it replaces is still called for its own animations. Blocks are called by
  /// `flush()`, after a renderer's frame, by the main thread's run loop or at the main actor's next
  /// suspension; never inside `commit()`.
  public class func setCompletionBlock(_ block: (() -> Void)?) {
    TransactionStack.current.innermost.setCompletionBlock(block)
  }

  /// Returns a property by its key, or the value that was set for any other key, in this
  /// transaction or an enclosing one.
  public class func value(forKey key: String) -> Any? {
    switch key {
    case kCATransactionAnimationDuration: return NSNumber(value: animationDuration())
    case kCATransactionDisableActions: return NSNumber(value: disableActions())
    case kCATransactionAnimationTimingFunction: return animationTimingFunction()
    case kCATransactionCompletionBlock: return completionBlock()
    default: return TransactionStack.existing?.custom(key)
    }
  }

  /// Sets a property by its key, or stores a value for any other key in this transaction.
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
  /// Changes layers without searching for actions.
  package class func withoutActions<Result>(_ body: () -> Result) -> Result {
    begin()
    defer { commit() }
    setDisableActions(true)
    return body()
  }
}

/// One lock for all threads, like Apple's.
private let transactionLock = NSRecursiveLock()

/// The key of `CATransaction.animationDuration()`.
public let kCATransactionAnimationDuration = "animationDuration"
/// The key of `CATransaction.disableActions()`.
public let kCATransactionDisableActions = "disableActions"
/// The key of `CATransaction.animationTimingFunction()`.
public let kCATransactionAnimationTimingFunction = "animationTimingFunction"
/// The key of `CATransaction.completionBlock()`.
public let kCATransactionCompletionBlock = "completionBlock"
